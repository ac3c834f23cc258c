import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

@Suite("CrossOriginAccess")
struct CrossOriginAccessTests {
    private struct Teapot: Responder {
        func handle(_ request: Request) -> FutureResponse {
            .ready(Response(status: 418, fields: [.vary: "accept"]))
        }
    }

    private func respond(_ method: RequestMethod, _ fields: HeaderFields) async -> Response {
        await Teapot().behind(CrossOriginAccess()).respond(to: Request(method, "/", fields: fields))
    }

    @Test("a request without an origin is passed on unchanged")
    func requestWithoutOrigin() async {
        let response = await respond(.options, ["access-control-request-method": "POST"])
        #expect(response.status == 418)
        #expect(response.fields == [.vary: "accept"])
    }

    @Test("a page of any origin may read the response")
    func pageAnyOrigin() async {
        let response = await respond(.post, [.origin: "https://app.example"])
        #expect(response.status == 418)
        #expect(response.fields["access-control-allow-origin"] == "https://app.example")
        #expect(response.fields.values(of: .vary) == ["accept", "origin"])
        #expect(response.fields["access-control-allow-credentials"] == nil)
    }

    @Test("a preflight gets the method and the fields that it asks for")
    func preflightGetsMethod() async {
        let response = await respond(
            .options,
            [
                .origin: "https://app.example",
                "access-control-request-method": "PATCH",
                "access-control-request-headers": "content-type,x-client-version",
                "access-control-request-private-network": "true",
            ]
        )
        #expect(response.status == 204)
        #expect(response.fields["access-control-allow-origin"] == "https://app.example")
        #expect(response.fields["access-control-allow-methods"] == "PATCH")
        #expect(response.fields["access-control-allow-headers"] == "content-type,x-client-version")
        #expect(response.fields["access-control-allow-private-network"] == nil)
    }

    @Test(
        "a private network is open to allowed origins only (security L11)",
        arguments: [("http://localhost:3000", "true"), ("https://app.example", nil)] as [(String, String?)]
    )
    func privateNetworkOpen(
        _ origin: String,
        _ value: String?
    ) async {
        let site = Teapot().behind(CrossOriginAccess { $0 == "http://localhost:3000" })
        let fields: HeaderFields = [
            .origin: origin, "access-control-request-method": "POST",
            "access-control-request-private-network": "true",
        ]
        let response = await site.respond(to: Request(.options, "/", fields: fields))
        #expect(response.fields["access-control-allow-private-network"] == value)
    }

    @Test("OPTIONS without the fields of a preflight reaches the handler")
    func optionsWithoutFields() async {
        let response = await respond(.options, [.origin: "https://app.example"])
        #expect(response.status == 418)
        #expect(response.fields["access-control-allow-private-network"] == nil)
    }

    @Test("each OPTIONS request is a preflight if incomplete ones are accepted")
    func incompletePreflight() async {
        let site = Teapot().behind(CrossOriginAccess(acceptsIncompletePreflights: true))
        let bare = await site.respond(to: Request(.options, "/"))
        #expect(bare.status == 204)
        #expect(bare.fields["access-control-allow-origin"] == nil)
        let fields: HeaderFields = [.origin: "https://app.example"]
        let response = await site.respond(to: Request(.options, "/", fields: fields))
        #expect(response.status == 204)
        #expect(response.fields["access-control-allow-origin"] == "https://app.example")
        #expect(response.fields["access-control-allow-methods"]?.contains("PATCH") == true)
    }
}
