import AdminTestSupport
import CardeaAdmin
import CardeaCryptography
import CardeaEncodings
import CardeaJOSE
import CardeaTesting
import Foundation
import Testing

/// The key of a service account: assertions, access tokens, custom tokens.
@Suite struct CredentialTests {
    private let issuer: TestIssuer
    private static let userPath = "/v1/projects/\(TestIssuer.project)/accounts:lookup"

    init() throws {
        issuer = try TestIssuer()
        respond("/token", #"{"access_token":"first","expires_in":3600,"token_type":"Bearer"}"#)
        respond(Self.userPath, #"{"users":[{"localId":"ada","validSince":"0"}]}"#)
    }

    private func respond(_ path: String, _ json: String, status: Int = 200) {
        issuer.change { $0.responses[path] = CardeaResponse(status: status, body: Data(json.utf8)) }
    }

    private func keyFile(_ change: (inout [String: String]) -> Void = { _ in }) throws -> Data {
        var members = [
            "type": "service_account", "project_id": TestIssuer.project, "private_key_id": "key-1",
            "private_key": issuer.rsaKey.pem,
            "client_email": "back-end@\(TestIssuer.project).cardea.internal",
            "token_uri": "\(TestIssuer.address)/token",
        ]
        change(&members)
        return try JSONEncoder().encode(members)
    }

    private func client() throws -> AdminClient {
        var configuration = try issuer.configuration()
        configuration.projectID = nil
        configuration.serviceAccount = try ServiceAccountKey(json: try keyFile())
        return try AdminClient(configuration)
    }

    private var requests: [CardeaRequest] { issuer.requests }
    private func count(_ path: String) -> Int { requests.count { $0.url.path() == path } }

    @Test("one assertion gets an access token for many requests, until it is about to expire")
    func exchange() async throws {
        let admin = try client()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 { group.addTask { _ = try await admin.user("ada") } }
            try await group.waitForAll()
        }
        #expect(count("/token") == 1 && count(Self.userPath) == 50)
        #expect(
            requests.filter { $0.url.path() == Self.userPath }.allSatisfy {
                $0.fields[.authorization] == "Bearer first"
            }
        )

        let form = try #require(requests.first { $0.url.path() == "/token" }?.body)
        let fields = try #require(FormCoding.decode(Array(form)))
        let assertion = try #require(fields.first { $0.name == "assertion" }?.value)
        let verified = try TokenVerifier(keys: ["key-1": issuer.rsaKey.publicKey]).verify(assertion)
        let claims = try TokenClaims(verified.claims)
        #expect(claims.string("aud") == "\(TestIssuer.address)/token")
        #expect(claims.string("iss") == "back-end@\(TestIssuer.project).cardea.internal")
        #expect((claims.integer("exp") ?? 0) - (claims.integer("iat") ?? 0) == 3600)
        // A server whose clock is five minutes behind accepts it.
        #expect(claims.integer("iat") == Int64(issuer.clock.now.timeIntervalSince1970) - 300)
        #expect(claims.string("jti") != nil)

        issuer.clock.advance(by: .seconds(3300))
        _ = try await admin.user("ada")
        #expect(count("/token") == 2)
    }

    @Test("a rejected access token is replaced once")
    func rejectedToken() async throws {
        let admin = try client()
        respond(
            Self.userPath,
            #"{"error":{"code":401,"message":"UNAUTHENTICATED","status":"UNAUTHENTICATED"}}"#,
            status: 401
        )
        #expect(await adminError { _ = try await admin.user("ada") }?.code == .credentialRejected)
        #expect(count("/token") == 2 && count(Self.userPath) == 2)
    }

    @Test("a rejected assertion is an error with the server's reason")
    func rejectedAssertion() async throws {
        respond(
            "/token",
            #"{"error":"invalid_grant","error_description":"The key is unknown."}"#,
            status: 400
        )
        let error = await adminError { _ = try await client().user("ada") }
        #expect(error?.code == .credentialRejected && error?.serverCode == "invalid_grant")
        #expect(error?.serverMessage == "The key is unknown.")
    }

    @Test("without a service account, tokens are verified and nothing else is done")
    func noAccount() async throws {
        let admin = try issuer.client()
        _ = try await admin.verifyIDToken(try issuer.token())
        #expect(await adminError { _ = try await admin.user("ada") }?.code == .missingCredential)
        #expect(await adminError { _ = try admin.customToken(for: "ada") }?.code == .missingCredential)
    }

    @Test("a custom token has the claims of Google's, and the tenant of the client")
    func customToken() throws {
        let admin = try client().forTenant("acme")
        let token = try admin.customToken(for: "ada", claims: ["plan": "gold"])
        let verified = try TokenVerifier(keys: ["key-1": issuer.rsaKey.publicKey]).verify(token.reveal())
        let claims = try TokenClaims(verified.claims)
        #expect(claims.string("uid") == "ada" && claims.string("tenant_id") == "acme")
        #expect(claims.object("claims")?.string("plan") == "gold")
        #expect(claims.string("aud")?.hasPrefix("https://identitytoolkit.googleapis.com/") == true)
        #expect("\(token)" == "<secret>")
    }

    @Test("claims that are reserved, too large or no object are rejected")
    func customClaims() async throws {
        let admin = try client()
        let large = ["filler": String(repeating: "x", count: 1000)]
        #expect(
            await adminError { _ = try admin.customToken(for: "ada", claims: ["sub": "eve"]) }?.code
                == .invalidClaims
        )
        #expect(
            await adminError { _ = try admin.customToken(for: "ada", claims: large) }?.code == .invalidClaims
        )
        #expect(
            await adminError { _ = try admin.customToken(for: "ada", claims: [1, 2]) }?.code == .invalidClaims
        )
        #expect(await adminError { _ = try admin.customToken(for: "") }?.code == .invalidArgument)
        // The server counts bytes: 126 and 129.
        _ = try admin.customToken(for: String(repeating: "日", count: 42))
        let long = String(repeating: "日", count: 43)
        #expect(await adminError { _ = try admin.customToken(for: long) }?.code == .invalidArgument)
    }

    @Test("a key file of another form is rejected, and no error or description has the key")
    func keyFiles() async throws {
        for (name, value) in [
            ("type", "authorized_user"), ("private_key", "secret"), ("token_uri", "not an address"),
        ] {
            let json = try keyFile { $0[name] = value }
            let error = await adminError { _ = try ServiceAccountKey(json: json) }
            #expect(error?.code == .invalidServiceAccount && error?.description.contains("secret") == false)
        }
        #expect(
            await adminError { _ = try ServiceAccountKey(json: Data("{}".utf8)) }?.code
                == .invalidServiceAccount
        )
        let missing = URL(filePath: "/nowhere/key.json")
        #expect(await adminError { _ = try ServiceAccountKey(file: missing) }?.code == .invalidServiceAccount)
        let key = try ServiceAccountKey(json: try keyFile())
        var dumped = ""
        dump(key, to: &dumped)
        #expect(!"\(key)\(dumped)".contains("PRIVATE") && "\(key)".contains("key-1"))
    }

    @Test("a revocation is checked on demand: sessions ended, disabled, deleted (U12)")
    func revocation() async throws {
        let admin = try client()
        let token = try issuer.token()
        _ = try await admin.verifyIDToken(token, checkRevoked: true)
        let now = Int64(issuer.clock.now.timeIntervalSince1970)
        respond(Self.userPath, #"{"users":[{"localId":"ada","validSince":"\#(now + 1)"}]}"#)
        let codes = [
            (#"{"users":[{"localId":"ada","validSince":"\#(now + 1)"}]}"#, AdminError.Code.tokenRevoked),
            (#"{"users":[{"localId":"ada","disabled":true}]}"#, .userDisabled), ("{}", .userNotFound),
        ]
        for (json, code) in codes {
            respond(Self.userPath, json)
            #expect(
                await adminError { _ = try await admin.verifyIDToken(token, checkRevoked: true) }?.code
                    == code
            )
        }
        _ = try await admin.verifyIDToken(token)
    }
}
