import BareServers
import Foundation

/// The cost of requests with the ID token of a user, beside a refresh in the same run.
///
/// As with most apps, the same token comes again and again: each connection has a user, which is anonymous. An update changes
/// the name. A back end introspects by its secret.
struct TokenFigures {
    private static let connections = 64

    let directory: URL

    func run() async throws {
        print("\nRequests with an ID token, beside a refresh; \(Self.connections) connections, a user each")
        let server = try ServerUnderTest(in: directory)
        defer { server.stop() }
        let chains = try await RefreshChains(Self.connections, at: server)
        let requests = try await TokenRequests(Self.connections, at: server)
        let load = try RawLoad(port: server.port, connections: Self.connections)
        let rows: [(name: String, next: RawLoad.Next)] = [
            ("refresh        ", chains.next), ("accounts:lookup", requests.lookup),
            ("accounts:update", requests.update), ("introspection  ", requests.introspection),
        ]
        for row in rows { _ = try load.run(2_000, of: server.figures, row.next) }
        // They take turns, so that all see the same machine.
        var rounds: [[Sample]] = []
        for _ in 0..<5 { rounds.append(try rows.map { try load.run(10_000, of: server.figures, $0.next) }) }
        for (place, row) in rows.enumerated() {
            let ratios = rounds.map { $0[place].cpuMicroseconds / $0[0].cpuMicroseconds }.sorted()
            let ratio = place == 0 ? "" : String(format: "  CPU / refresh %.2f", ratios[ratios.count / 2])
            print("  \(row.name) \(median(of: rounds.map { $0[place] }).row)\(ratio)")
        }
    }
}

/// Requests with the ID tokens of users who are not refreshed.
private struct TokenRequests {
    private let lookups: [[UInt8]]
    private let updates: [[UInt8]]
    private let introspections: [[UInt8]]

    init(_ count: Int, at server: ServerUnderTest) async throws {
        struct BackEnd: Decodable { let id, secret: String }
        let created = try server.command(["app", "create", "bench", "--kind", "server", "--json"])
        let backEnd = try JSONDecoder().decode(BackEnd.self, from: created)
        let pair = Data("\(backEnd.id):\(backEnd.secret)".utf8).base64EncodedString()
        let (lookup, update) = (JSONRequest("lookup", at: server), JSONRequest("update", at: server))
        let requests = IdentityRequests(server)
        var tokens: [String] = []
        for _ in 0..<count {
            guard let user = await requests.signUp() else { throw BenchmarkError("a sign-up failed") }
            tokens.append(user.idToken)
        }
        lookups = tokens.map { lookup.bytes(#"{"idToken":"\#($0)"}"#) }
        updates = tokens.map { update.bytes(#"{"idToken":"\#($0)","displayName":"Ada"}"#) }
        introspections = tokens.map { token in
            let text = """
                POST /oauth2/introspect HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\
                Authorization: Basic \(pair)\r\nContent-Type: application/x-www-form-urlencoded\r\n\
                Content-Length: \(token.utf8.count + 6)\r\n\r\ntoken=\(token)
                """
            return Array(text.utf8)
        }
    }

    func lookup(_ index: Int, _ body: ArraySlice<UInt8>) -> [UInt8] { lookups[index] }
    func update(_ index: Int, _ body: ArraySlice<UInt8>) -> [UInt8] { updates[index] }
    func introspection(_ index: Int, _ body: ArraySlice<UInt8>) -> [UInt8] { introspections[index] }
}
