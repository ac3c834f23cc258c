import Foundation
import CardeaHTTPMessages
import Testing

/// A request that the server rejects gets an error in the form of the path's protocol.
@Suite struct RejectionTests {
    private static let tooLong = String(repeating: "a", count: 1025)
    private static let tooMany = (0..<70).reduce(into: HeaderFields()) { $0.append("x-many", "\($1)") }

    private func server() async throws -> ServerProcess {
        let directory = try TemporaryDirectory()
        let file = try directory.file("cardea.json5", "{ limits: { bodyBytes: 1024 } }")
        return try await ServerProcess.serve(try directory.file("data"), "--config", file)
    }

    @Test(
        "Google's paths have Google's responses",
        arguments: [
            "/v1/accounts:signUp", "/identitytoolkit.googleapis.com/v1/accounts:signUp", "/v1/token",
            "/nowhere",
        ]
    )
    func googlePathsResponse(path: String) async throws {
        let server = try await server()
        let large = try await server.send(.post, path, ["email": Self.tooLong])
        #expect(large.status == 413)
        #expect(large.error == "The body is too large.")
        let many = try await server.send(.post, path, [:], fields: Self.tooMany)
        #expect(many.status == 431)
        #expect((many.object["error"] as? [String: Any])?["code"] as? Int == 431)
        for response in [large, many] {
            #expect(response.fields[.contentType]?.hasPrefix("application/json") == true)
            #expect(response.fields["x-request-id"] != nil)
        }
    }

    @Test(
        "OAuth's paths have the responses of RFC 6749",
        arguments: ["/oauth2/token", "/oauth2/revoke", "/oauth2/introspect", "/oauth2/nowhere"]
    )
    func oauthPathsResponse(path: String) async throws {
        let server = try await server()
        let large = try await server.form(path, "token=" + Self.tooLong)
        #expect(large.status == 413)
        let many = try await server.send(.post, path, [:], fields: Self.tooMany)
        #expect(many.status == 431)
        let misused = try await server.send(.get, path)
        #expect(misused.status == (path == "/oauth2/nowhere" ? 404 : 405))
        for response in [large, many, misused] {
            #expect(response["error"] == "invalid_request")
            #expect(response["error_description"] != nil)
            #expect(response.fields[.cacheControl] == "no-store")
        }
    }

    @Test("only a batch may be larger than 64 KiB (security 20, security 26)")
    func onlyBatchMay() async throws {
        let directory = try TemporaryDirectory()
        let server = try await ServerProcess.serve(try directory.file("data"))
        let long = String(repeating: "a", count: 70_000)
        #expect(try await server.account("signUp", ["email": long]).status == 413)
        let batch = try await server.send(
            .post,
            "/v1/projects/default/accounts:batchDelete",
            ["localIds": [long]]
        )
        #expect(batch.status == 401 || batch.status == 403)
    }

    @Test("a page may read that its request was too large")
    func pageMayRead() async throws {
        let fields: HeaderFields = [.origin: "https://app.example"]
        let body = ["email": Self.tooLong]
        let response = try await server().send(.post, "/v1/accounts:signUp", body, fields: fields)
        #expect(response.status == 413)
        #expect(response.fields["access-control-allow-origin"] == "https://app.example")
    }
}
