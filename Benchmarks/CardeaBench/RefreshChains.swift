/// Sessions that are refreshed again and again: each connection of a load feeds its own new token back.
final class RefreshChains {
    private let head: String
    private var tokens: [ArraySlice<UInt8>] = []

    /// Signs `count` anonymous users up.
    init(_ count: Int, at server: ServerUnderTest) async throws {
        head =
            "POST /v1/token?key=\(server.apiKey) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: "
        let requests = IdentityRequests(server)
        for _ in 0..<count {
            guard let token = await requests.signUp() else { throw BenchmarkError("a sign-up failed") }
            tokens.append(Array(token.utf8)[...])
        }
    }

    /// The next refresh of a session.
    ///
    /// - Parameters:
    ///   - index: The session.
    ///   - body: The response to its last refresh; empty if there was none since.
    /// - Returns: The request.
    func next(_ index: Int, _ body: ArraySlice<UInt8>) -> [UInt8] {
        if let token = Self.refreshToken(in: body) { tokens[index] = token }
        let form = Array("grant_type=refresh_token&refresh_token=".utf8) + tokens[index]
        return Array("\(head)\(form.count)\r\n\r\n".utf8) + form
    }

    private static let name = Array(#""refresh_token":""#.utf8)

    /// Found by search: a decoder would cost this program more than the server spends on the request.
    private static func refreshToken(in body: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let place = body.firstRange(of: name)?.upperBound else { return nil }
        return ArraySlice(Array(body[place...].prefix { $0 != UInt8(ascii: "\"") }))
    }
}
