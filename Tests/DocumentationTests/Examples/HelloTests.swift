import CardeaSession
import CardeaTesting
import Foundation
import Testing

/// The first program of the pages runs: what it shows is what a newcomer gets.
@Suite("The first program")
struct HelloTests {
    /// A back end as the page has it: each access token is good for one look at the orders.
    private let backEnd = ScriptedTransport { request, count in
        let tokens = #"{"accessToken":"t\#(count)","refreshToken":"r\#(count)","expiresIn":3600}"#
        let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
        switch request.url.path() {
        case "/login":
            let isRight = body.contains("secret") && request.fields[.authorization] == nil
            return CardeaResponse(status: isRight ? 200 : 403, body: Data(tokens.utf8))
        case "/refresh":
            let isRight = body == #"{"refreshToken":"r1"}"#
            return CardeaResponse(status: isRight ? 200 : 401, body: Data(tokens.utf8))
        default:
            let isStale = request.fields[.authorization] == "Bearer t1"
            return CardeaResponse(status: isStale ? 401 : 200, body: Data("orders".utf8))
        }
    }

    private let directory = FileManager.default.temporaryDirectory
        .appending(path: "cardea-\(UUID().uuidString.prefix(8))")

    private func shop() throws -> Shop {
        try #require(Shop("https://api.example.com", directory: directory, transport: backEnd))
    }

    @Test("signs in, refreshes, and is there at the next start (R9, S3)")
    func run() async throws {
        defer { try? FileManager.default.removeItem(at: directory) }
        let shop = try shop()
        #expect(try await !shop.signIn("ada", "wrong"))
        #expect(try await shop.signIn("ada", "secret"))
        #expect(try await shop.orders() == Data("orders".utf8))
        #expect(
            backEnd.requests.map { $0.url.path() } == ["/login", "/login", "/orders", "/refresh", "/orders"]
        )

        let next = try self.shop()
        #expect(try await next.session.restore()?.userName == "ada")
        #expect(try await next.orders() == Data("orders".utf8))
        #expect(backEnd.requests.count == 6)
    }

    @Test(
        "an invalid address creates no shop",
        arguments: ["", "api.example.com", "ftp://api.example.com"]
    )
    func address(text: String) {
        #expect(Shop(text, directory: directory, transport: backEnd) == nil)
    }
}
