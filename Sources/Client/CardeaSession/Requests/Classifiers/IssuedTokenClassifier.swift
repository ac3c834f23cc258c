import CardeaEncodings
import Foundation

/// Finds a new access token in a header field of a response.
package struct IssuedTokenClassifier: ResponseClassifier {
    private let field: HeaderFields.Name
    private let scheme: String?
    private let lifetime: Duration?

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - field: The field that carries the token.
    ///   - scheme: The word that may be before the token, such as `Bearer`.
    ///   - lifetime: The lifetime of the token; `nil` for what the token says itself (`exp` of a JWT, RFC 7519
    ///     §4.1.4), or else for ever.
    package init(_ field: HeaderFields.Name, scheme: String? = nil, lifetime: Duration? = nil) {
        self.field = field
        self.scheme = scheme?.lowercased()
        self.lifetime = lifetime
    }

    /// `issued` when a response carries a token, whatever came of its request; not with a 401, which rejects the credential.
    package func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        guard response.status != 401, let value = response.fields[field] else { return .accepted }
        let words = value.split(separator: " ")
        let token = (words.first?.lowercased().exact == scheme?.exact ? words.dropFirst() : words[...])
            .joined(
                separator: " "
            )
        return token.isEmpty ? .accepted : .issued(credential(token, response))
    }

    private func credential(_ token: String, _ response: CardeaResponse) -> SessionCredential {
        let receivedAt = response.date
        // The token's own word is good enough to know when to ask for the next one.
        if lifetime == nil, let end = TokenPayload(unverified: token)?.date("exp") {
            return SessionCredential(
                accessToken: SessionSecret(token),
                expiresAt: end,
                receivedAt: receivedAt
            )
        }
        return SessionCredential(
            accessToken: SessionSecret(token),
            lifetime: lifetime,
            receivedAt: receivedAt
        )
    }
}
