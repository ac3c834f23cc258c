import APITestSupport
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import Testing

/// The error responses of management.
@Suite struct FailureTests {
    @Test(
        "a request for something that is missing returns 404 or 405",
        arguments: [
            (RequestMethod.get, "nothing", "404 notFound: there is no /admin/v1/nothing"),
            (.put, "projects", "405 methodNotAllowed: /admin/v1/projects has no method PUT"),
            (.get, "projects/shop/users", "404 notFound: there is no project 'shop'"),
            (.get, "projects/shop/keys", "404 notFound: there is no project 'shop'"),
            (.post, "projects/shop/serviceAccounts/a/keys", "404 notFound: there is no project 'shop'"),
            (.get, "projects/demo/users/bob", "404 notFound: there is no user 'bob'"),
        ]
    )
    func requestSomethingMissing(
        _ method: RequestMethod,
        _ path: String,
        _ failure: String
    )
        async throws
    {
        #expect(try await Management().ask(method, path).failure == failure)
    }

    @Test(
        "an invalid body is rejected with the reason",
        arguments: [
            ("projects", "", "400 badRequest: the body is not one JSON object"),
            ("projects", "{", "400 badRequest: the body is not one JSON object"),
            ("projects", "[]", "400 badRequest: the body is not one JSON object"),
            ("projects", "{}", "400 badRequest: 'id' is missing"),
            (
                "projects", #"{"id":null}"#,
                "400 badRequest: 'id' has a value of the wrong type: it must be text"
            ),
            (
                "projects", #"{"id":7}"#,
                "400 badRequest: 'id' has a value of the wrong type: it must be text"
            ),
            (
                "projects/demo/users", #"{"email":["a"]}"#,
                "400 badRequest: 'email' has a value of the wrong type: it must be text"
            ),
            (
                "administrators", #"{"name":"ci","lifetime":"soon"}"#,
                "400 badRequest: 'lifetime' has a value of the wrong type: it must be a whole number"
            ),
            (
                "projects", #"{"id":"new","settings":null}"#,
                "400 badRequest: 'settings' has a value of the wrong type: it must be an object"
            ),
            ("projects/demo/keys:rotate", "{}", "400 badRequest: 'retiringOthers' is missing"),
        ]
    )
    func invalidBodyRejected(
        _ path: String,
        _ body: String,
        _ failure: String
    ) async throws {
        #expect(try await Management().ask(.post, path, text: Array(body.utf8)).failure == failure)
    }

    @Test(
        "an error of the store is reported to the administrator",
        arguments: [
            (.unwritable("the disk is full"), "500 failed: the database cannot be written: the disk is full"),
            (.damaged("page 7"), "500 failed: the database is damaged: page 7"),
            (.unavailable("closed"), "503 unavailable: the database cannot be used: closed"),
            (.overloaded, "503 unavailable: the server is busy; try again"),
            (.conflict, "409 conflict: somebody else changed it at the same time; try again"),
        ] as [(StoreError, String)],
        [
            (RequestMethod.post, "administrators", ["name": "ci"]), (.post, "projects", ["id": "shop"]),
            (.get, "projects/demo/users", [:]),
        ] as [(RequestMethod, String, JSONValue)]
    )
    func errorStoreReported(
        _ failure: (error: StoreError, failure: String),
        _ request: (method: RequestMethod, path: String, body: JSONValue)
    ) async throws {
        let management = try await Management()
        management.server.store.fail(with: failure.error)
        let response = await management.ask(request.method, request.path, request.body)
        #expect(response.failure == failure.failure)
    }

    @Test("a compressed body is rejected with what the server reads instead (security 22)")
    func contentCoding() async throws {
        var request = Request(.post, "/admin/v1/projects", body: Array("{}".utf8), remoteAddress: "unix")
        request.fields["content-encoding"] = "gzip"
        let response = try await Management().send(request)
        #expect(
            response.failure
                == "415 unsupportedEncoding: The body has a Content-Encoding, which the server does not read. Send it without one."
        )
        #expect(response.fields["accept-encoding"] == "identity")
    }
}
