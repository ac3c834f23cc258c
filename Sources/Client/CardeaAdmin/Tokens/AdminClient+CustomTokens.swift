internal import CardeaEncodings
public import CardeaSession
internal import Foundation

extension AdminClient {
    /// A token by which an app signs a user in; it is valid for 55 minutes.
    ///
    /// Nothing is sent: the key of the service account signs. The sign-in creates the user if it does not exist.
    /// The token names the tenant of this client.
    ///
    /// - Parameter userID: The user, 1 to 128 bytes in UTF-8.
    /// - Returns: The token.
    /// - Throws: `missingCredential` without a service account, `invalidArgument`.
    public func customToken(for userID: String) throws(AdminError) -> SessionSecret {
        try customToken(for: userID, claims: nil)
    }

    /// A token by which an app signs a user in, with claims for the ID tokens of the session.
    ///
    /// - Parameters:
    ///   - userID: The user, 1 to 128 bytes in UTF-8.
    ///   - claims: A value that is encoded as a JSON object. Names of the standards, such as `sub`, are not allowed.
    /// - Returns: The token.
    /// - Throws: `missingCredential` without a service account, `invalidArgument`, `invalidClaims`.
    public func customToken(
        for userID: String,
        claims: some Encodable & Sendable
    ) throws(AdminError) -> SessionSecret {
        try customToken(for: userID, claims: try CustomClaims(claims))
    }

    private func customToken(for userID: String, claims: CustomClaims?) throws(AdminError) -> SessionSecret {
        guard (1...128).contains(userID.utf8.count) else {
            throw AdminError(.invalidArgument, detail: "a user ID has 1 to 128 bytes in UTF-8")
        }
        let account = shared.serviceAccount
        guard account != nil || shared.server.isEmulator else {
            throw AdminError(.missingCredential, detail: "only a service account signs custom tokens")
        }
        let email = account?.clientEmail ?? "nobody@emulator.invalid"
        let issuedAt = ServiceAccountKey.issuedAt(shared.clock.now)
        let content: (inout JSONText) -> Void = { json in
            json.member("iss", email)
            json.member("sub", email)
            json.member("aud", Self.customTokenAudience)
            json.member("iat", issuedAt)
            json.member("exp", issuedAt + ServiceAccountKey.lifetime)
            json.member("uid", userID)
            if let tenantID = self.tenantID { json.member("tenant_id", tenantID) }
            guard let claims else { return }
            json.name("claims")
            json.raw(claims.json.utf8)
        }
        return try account?.sign(content) ?? ServiceAccountKey.unsigned(content)
    }

    /// The audience of all custom tokens: a constant of Google's SDKs.
    private static let customTokenAudience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
}

/// Claims that a back end adds to tokens.
struct CustomClaims: Sendable {
    /// One object.
    let json: String

    /// The largest size of the claims of a user, in bytes.
    private static let maximumSize = 1000

    /// - Throws: `invalidClaims` if the value is not an object, is too large, or has a reserved name.
    init(_ claims: some Encodable) throws(AdminError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        guard let data = try? encoder.encode(claims), let object = JSONValue(parsing: data)?.object else {
            throw AdminError(.invalidClaims, detail: "the claims are not a JSON object")
        }
        guard data.count <= Self.maximumSize else {
            throw AdminError(.invalidClaims, detail: "the claims have more than \(Self.maximumSize) bytes")
        }
        if let name = object.map(\.name).first(where: TokenPayload.isReserved) {
            throw AdminError(.invalidClaims, detail: "the name \(name) is reserved")
        }
        json = String(decoding: data, as: UTF8.self)
    }
}
