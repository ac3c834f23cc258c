internal import CardeaEncodings
internal import CardeaSession
internal import Foundation

/// The claims of the server's access tokens: unsigned JWTs (RFC 7519 §6), as an emulator makes them.
struct FakeClaims: Codable {
    let sub: String
    let sid: String
    let iss: String
    let aud: String
    let iat: Int
    let exp: Int
    let auth_time: Int
    let email: String?
    let email_verified: Bool?
    let name: String?
    let picture: String?
    let gen: Int

    var token: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let payload = (try? encoder.encode(self)) ?? Data()
        return "\(Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))).\(Base64URL.encode(payload))."
    }

    init?(token: String) {
        guard let payload = TokenPayload.json(unverified: token),
            let claims = try? JSONDecoder().decode(Self.self, from: Data(payload))
        else { return nil }
        self = claims
    }

    init(session: FakeSession, account: FakeAccount, now: Date, lifetime: TimeInterval) {
        sub = account.id
        sid = session.id
        iss = "https://fake.invalid/example"
        aud = "example"
        iat = Int(now.timeIntervalSince1970)
        exp = Int(now.timeIntervalSince1970 + lifetime)
        auth_time = Int(session.authenticatedAt.timeIntervalSince1970)
        email = account.email
        email_verified = account.email == nil ? nil : account.emailVerified
        name = account.displayName
        picture = account.photoURL
        gen = session.rotation.newest.generation
    }
}

/// The session of one sign-in.
struct FakeSession {
    let id: String
    let user: String
    var authenticatedAt: Date
    var isRevoked = false
    var rotation = FakeRotation()

    var refreshToken: String {
        "refresh.\(id).\(rotation.newest.generation).\(rotation.newest.branch)"
    }

    /// Reads a refresh token: the session's id and the token's position.
    static func parse(_ token: String) -> (id: String, position: FakeRotation.Position)? {
        let parts = token.split(separator: ".").map(String.init)
        guard parts.count == 4, parts[0] == "refresh", let generation = Int(parts[2]),
            let branch = Int(parts[3])
        else { return nil }
        return (parts[1], FakeRotation.Position(generation: generation, branch: branch))
    }
}
