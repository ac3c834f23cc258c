import CardeaServer
import CardeaSession
import Foundation
import Testing

/// The endpoints on the page are those of a server.
@Suite("Endpoints")
struct EndpointTests {
    @Test("the tables of the page are those of the operations (K14)")
    func tables() throws {
        let page = try Page(EndpointPage.path)
        let generated = EndpointPage(page.text)
        #expect(generated.wrongSections.isEmpty)
        if ProcessInfo.processInfo.environment["CARDEA_WRITE_PAGES"] != nil {
            let file = Page.package.appending(path: EndpointPage.path)
            try generated.expected.write(to: file, atomically: true, encoding: .utf8)
        } else {
            #expect(page.text == generated.expected, "run Scripts/write-pages")
        }
    }

    @Test("a page with an old table or without a table is found")
    func stalePage() throws {
        let text = try Page(EndpointPage.path).text
        let stale = text.replacing("`POST /v1/accounts:signUp`", with: "`POST /v1/accounts:register`")
        #expect(stale != text && EndpointPage(stale).expected != stale)
        let incomplete = text.replacing("<!-- endpoints: apps -->", with: "")
        #expect(EndpointPage(incomplete).wrongSections == [.apps])
    }

    @Test("each public endpoint on the page exists (K14)")
    func endpoints() async throws {
        let page = try Page(EndpointPage.path)
        let endpoints = page.text.matches(of: /`(GET|POST|PATCH|DELETE) (\/[^`]+)`/).map { ($0.1, $0.2) }
            .filter { !$0.1.hasPrefix("/emulator/") && !$0.1.hasPrefix("/admin/") }
        #expect(endpoints.count > 40)

        let directory = FileManager.default.temporaryDirectory.appending(
            path: "cardea-\(UUID().uuidString.prefix(8))"
        )
        defer { try? FileManager.default.removeItem(at: directory) }
        var configuration = CardeaServer.Configuration()
        configuration.data = directory.path
        configuration.port = 0
        configuration.logLevel = "error"
        let server = try await CardeaServer.start(configuration)
        let transport = SystemTransport()
        for (method, path) in endpoints {
            let target = "http://127.0.0.1:\(server.port)\(path.replacing("{project}", with: "default"))"
                .replacing("{tenant}", with: "blue")
            let request = CardeaRequest(
                RequestMethod(rawValue: String(method)),
                try #require(URL(string: target)),
                body: method == "POST" || method == "PATCH" ? Data("{}".utf8) : nil
            )
            let response = try await transport.send(request)
            #expect(response.status != 404 && response.status != 405, "\(method) \(path)")
        }
        await server.shutdown()
    }
}
