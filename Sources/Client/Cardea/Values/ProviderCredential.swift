internal import CardeaEncodings
internal import CardeaSecrets
public import CardeaSession
public import Foundation

/// The proof of a user's identity at a provider, for the server.
///
/// Apps get one from the provider's own SDK, or from a conflict (`CardeaError.conflict`). It is a secret.
public struct ProviderCredential: Sendable, Hashable {
    /// The fields that are sent to the server.
    enum Proof: Sendable, Hashable {
        /// The provider's tokens, as items of a form.
        case tokens([String: SessionSecret])
        /// A credential that the server keeps for a short time.
        case pending(SessionSecret)
    }

    /// The ID of the provider.
    public let providerID: String
    /// The code that Sign in with Apple issued with the credential, for ``CardeaUser/revokeToken(authorizationCode:)``.
    public private(set) var authorizationCode: SessionSecret?
    let proof: Proof

    init(providerID: String, proof: Proof) {
        self.providerID = providerID
        self.proof = proof
    }

    /// An ID token (OpenID Connect).
    ///
    /// - Parameters:
    ///   - idToken: The token.
    ///   - provider: The provider that issued it.
    ///   - nonce: The nonce of the request, before it was hashed; `nil` if the token has none.
    ///   - accessToken: The access token that was issued with it.
    /// - Returns: The credential.
    public static func idToken(
        _ idToken: String,
        of provider: IdentityProvider,
        nonce: String? = nil,
        accessToken: String? = nil
    ) -> Self {
        Self(provider, ["id_token": idToken, "nonce": nonce, "access_token": accessToken])
    }

    /// An access token (OAuth 2.0).
    ///
    /// - Parameters:
    ///   - accessToken: The token.
    ///   - provider: The provider that issued it.
    /// - Returns: The credential.
    public static func accessToken(_ accessToken: String, of provider: IdentityProvider) -> Self {
        Self(provider, ["access_token": accessToken])
    }

    /// The credential of Sign in with Apple.
    ///
    /// - Parameters:
    ///   - idToken: `identityToken` of the credential.
    ///   - nonce: The nonce whose `sha256` was set at the request.
    ///   - fullName: `fullName` of the credential, which Apple gives at the first sign-in only.
    ///   - authorizationCode: `authorizationCode` of the credential, for a revocation.
    /// - Returns: The credential.
    public static func apple(
        idToken: Data,
        nonce: SignInNonce,
        fullName: PersonNameComponents? = nil,
        authorizationCode: Data? = nil
    ) -> Self {
        var credential = Self(
            .apple,
            [
                "id_token": String(decoding: idToken, as: UTF8.self),
                "nonce": nonce.value,
                "user": fullName.flatMap(userText),
            ]
        )
        credential.authorizationCode = authorizationCode.map {
            SessionSecret(String(decoding: $0, as: UTF8.self))
        }
        return credential
    }

    private init(_ provider: IdentityProvider, _ items: [String: String?]) {
        self.init(
            providerID: provider.id,
            proof: .tokens(items.compactMapValues { $0.map { SessionSecret($0) } })
        )
    }

    /// The form in which Apple sends a name to web pages.
    private static func userText(_ name: PersonNameComponents) -> String? {
        struct User: Encodable {
            struct Name: Encodable {
                let firstName: String?
                let lastName: String?
            }
            let name: Name
        }
        guard name.givenName != nil || name.familyName != nil else { return nil }
        let user = User(name: .init(firstName: name.givenName, lastName: name.familyName))
        return (try? JSONEncoder().encode(user)).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension ProviderCredential.Proof {
    /// The form that `signInWithIdp` takes as `postBody`.
    func form(of providerID: String) -> Secret? {
        guard case .tokens(let items) = self else { return nil }
        let pairs = items.sorted { $0.key.exact < $1.key.exact }.map { ($0.key, $0.value.reveal()) }
        return Secret(FormCoding.encode(pairs + [("providerId", providerID)]))
    }

    /// The server's token of a credential that it keeps.
    var pendingToken: Secret? {
        guard case .pending(let token) = self else { return nil }
        return Secret(token.reveal())
    }
}

extension ProviderCredential: CustomStringConvertible {
    /// The provider; no token.
    public var description: String { "ProviderCredential(\(providerID))" }
}
