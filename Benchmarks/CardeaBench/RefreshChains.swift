import BareServers

/// Sessions that are refreshed again and again: each connection of a load feeds its own new token back.
final class RefreshChains {
    private let head: [UInt8]
    private var tokens: [ArraySlice<UInt8>] = []

    /// Signs `count` anonymous users up.
    init(_ count: Int, at server: ServerUnderTest) async throws {
        head = Self.head(query: "?key=\(server.apiKey)", port: server.port)
        let requests = IdentityRequests(server)
        for _ in 0..<count {
            guard let user = await requests.signUp() else { throw BenchmarkError("a sign-up failed") }
            tokens.append(Array(user.refreshToken.utf8)[...])
        }
    }

    /// The first sessions of the prototype.
    init(prototypeAt port: UInt16) {
        head = Self.head(query: "", port: port)
        tokens = (0..<RefreshPrototype.sessions).map { RefreshPrototype.token($0)[...] }
    }

    /// Measures refreshes of a new prototype.
    ///
    /// The last responses of a load are not read. Then Cardea recovers a session, but the prototype rejects its old token:
    /// so each load needs a prototype of its own.
    static func prototypeSample(_ count: Int) throws -> Sample {
        let prototype = try SelfProcess("prototype")
        defer { prototype.stop() }
        let chains = RefreshChains(prototypeAt: prototype.port)
        let load = try RawLoad(port: prototype.port, connections: 64)
        return try load.run(count, of: prototype.figures, chains.next)
    }

    private static func head(query: String, port: UInt16) -> [UInt8] {
        let text = """
            POST /v1/token\(query) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\
            Content-Type: application/x-www-form-urlencoded\r\nContent-Length:\u{20}
            """
        return Array(text.utf8)
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
        return head + Array("\(form.count)\r\n\r\n".utf8) + form
    }

    private static let name = Array(#""refresh_token":""#.utf8)

    /// Found by search: a decoder would cost this program more than the server spends on the request.
    private static func refreshToken(in body: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let bytes = body.span
        guard let place = bytes.firstPlace(of: name) else { return nil }
        let start = place + name.count
        guard let end = bytes.firstPlace(of: [UInt8(ascii: "\"")], from: start) else { return nil }
        return ArraySlice(Array(body.dropFirst(start).prefix(end - start)))
    }
}
