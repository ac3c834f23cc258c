import CardeaAdmin
import CardeaEncodings
import Foundation
import ProviderStandIns
import Testing

/// Steps that many actors take.
extension CrashSite {
    /// The users that an administrator names.
    nonisolated func lookup(_ body: [String: Any]) async throws -> [[String: Any]] {
        let path = "/v1/projects/default/accounts:lookup"
        let (reply, _) = try await send(path, body, asAdministrator: true)
        try #require(reply.status == 200, "\(reply.error ?? "")")
        return reply.object["users"] as? [[String: Any]] ?? []
    }

    /// Creates a user; it is created once, also if a response is lost.
    nonisolated func create(_ user: [String: Any]) async throws {
        let (reply, _) = try await send(
            "/v1/projects/default/accounts:batchCreate",
            ["allowOverwrite": true, "users": [user]],
            asAdministrator: true
        )
        try #require(reply.status == 200 && reply.object["error"] == nil, "\(reply.object)")
    }

    /// Creates an anonymous user.
    nonisolated func guest() async throws -> (id: String, idToken: String) {
        let (reply, _) = try await send("/v1/accounts:signUp", ["returnSecureToken": true])
        return (try #require(reply["localId"], "\(reply.error ?? "")"), try #require(reply["idToken"]))
    }

    /// Signs in with a password.
    nonisolated func signIn(_ name: [String: Any], password: String) async throws -> Reply {
        let body = name.merging(["password": password, "returnSecureToken": true]) { $1 }
        return try await send("/v1/accounts:signInWithPassword", body).reply
    }

    /// Signs in with an ID token and an access token of a provider.
    nonisolated func signIn(
        _ provider: String,
        _ subject: String,
        _ claims: [String: JSONValue?],
        _ more: [String: String] = [:]
    ) async throws -> (reply: Reply, isRepeated: Bool) {
        let accessToken = Self.accessToken(of: subject)
        let own: [String: JSONValue?] = [
            "sub": .string(subject), "at_hash": .string(StandIn.hash(of: accessToken)),
        ]
        let token = try standIn.idToken(for: "cardea", claims.merging(own) { $1 })
        let credential = FormCoding.encode([
            (name: "providerId", value: provider), (name: "id_token", value: token),
            (name: "access_token", value: accessToken),
        ])
        let body = ["requestUri": "http://localhost", "postBody": credential]
        return try await send("/v1/accounts:signInWithIdp", body.merging(more) { $1 })
    }

    /// The provider's access token in the sign-ins of a subject.
    static func accessToken(of subject: String) -> String {
        "access-\(Base64URL.encode(Array(subject.utf8)))"
    }

    /// Creates a service account.
    nonisolated func createServiceAccount(_ name: String) async throws -> ServiceAccountKey {
        let accounts = "/projects/default/serviceAccounts"
        let created = try await managing(.post, accounts, ["name": name])
        if created.lost > 0, created.reply?.status == 409 {
            // It was created, but the response with its key was lost.
            return try ServiceAccountKey(json: try await manage(.post, "\(accounts)/\(name)/keys").body)
        }
        return try ServiceAccountKey(json: try #require(created.reply).body)
    }

    /// A back end that signs custom tokens.
    nonisolated func backEnd(_ key: ServiceAccountKey) async throws -> AdminClient {
        try AdminClient(.init(server: .cardea(try await server.url), serviceAccount: key))
    }
}
