import CardeaHTTPMessages
import CardeaHTTPRouting
import Testing

@Suite("CrossOriginAccess")
struct CrossOriginAccessTests {
    private struct Teapot: Responder {
        func respond(to request: Request) async -> Response {
            Response(status: 418, fields: [.vary: "accept"])
        }
    }

    private func respond(_ method: HTTPMethod, _ fields: HTTPFields) async -> Response {
        await CrossOriginAccess(Teapot()).respond(to: Request(method, "/", fields: fields))
    }

    @Test func `A request of no page is passed on as it is`() async {
        let response = await respond(.options, ["access-control-request-method": "POST"])
        #expect(response.status == 418)
        #expect(response.fields == [.vary: "accept"])
    }

    @Test func `A page may read the answer`() async {
        let response = await respond(.post, [.origin: "https://app.example"])
        #expect(response.status == 418)
        #expect(response.fields["access-control-allow-origin"] == "https://app.example")
        #expect(response.fields.values(of: .vary) == ["accept", "origin"])
        #expect(response.fields["access-control-allow-credentials"] == nil)
    }

    @Test func `A preflight is answered with what it asks for`() async {
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
        arguments: [("http://localhost:3000", "true"), ("https://app.example", nil)] as [(String, String?)]
    )
    func `security L11: a private network is opened to the origins that are named alone`(
        _ origin: String,
        _ value: String?
    ) async {
        let site = CrossOriginAccess(Teapot()) { $0 == "http://localhost:3000" }
        let fields: HTTPFields = [
            .origin: origin, "access-control-request-method": "POST",
            "access-control-request-private-network": "true",
        ]
        let response = await site.respond(to: Request(.options, "/", fields: fields))
        #expect(response.fields["access-control-allow-private-network"] == value)
    }

    @Test func `OPTIONS without a preflight's fields reaches the handler`() async {
        let response = await respond(.options, [.origin: "https://app.example"])
        #expect(response.status == 418)
        #expect(response.fields["access-control-allow-private-network"] == nil)
    }
}
