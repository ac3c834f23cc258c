import BareServers
import CardeaAdmin
import Foundation

/// The cost of sign-ins without a password, beside the cheapest request.
///
/// A sign-in by phone is two requests: one for a code, and one with it. The numbers are those for tests, so no gateway is
/// measured; both requests are durable, as they are for other numbers.
struct SignInFigures {
    /// A project has at most a hundred numbers for tests.
    private static let connections = 64

    let directory: URL

    func run() async throws {
        print("\nSign-ins without a password, ES256, durable; \(Self.connections) connections, a user each")
        let server = try ServerUnderTest(in: directory)
        defer { server.stop() }
        let phones = try PhoneSignIns(Self.connections, at: server)
        let tokens = try CustomTokenSignIns(Self.connections, at: server, in: directory)
        let load = try RawLoad(port: server.port, connections: Self.connections)
        _ = try load.run(2_000, of: server.figures, phones.next)
        _ = try load.run(1_000, of: server.figures, tokens.next)

        var rounds: [(live: Sample, phone: Sample, token: Sample)] = []
        for _ in 0..<5 {
            rounds.append(
                (
                    try load.run(20_000, of: server.figures) { _, _ in ServerFigures.live },
                    try load.run(8_000, of: server.figures, phones.next),
                    try load.run(4_000, of: server.figures, tokens.next)
                )
            )
        }
        print("  /health/live         \(median(of: rounds.map(\.live)).row)")
        print("  phone, each request  \(median(of: rounds.map(\.phone)).row)")
        print("  custom token         \(median(of: rounds.map(\.token)).row)")
        let ratio = { (requests: Double, sample: (Int) -> Sample) in
            rounds.indices
                .map { requests * sample($0).cpuMicroseconds / rounds[$0].live.cpuMicroseconds }
                .sorted()[rounds.count / 2]
        }
        print(
            String(
                format: "  CPU of a sign-in / /health/live: by phone (2 requests) %.1f, by custom token %.1f",
                ratio(2) { rounds[$0].phone },
                ratio(1) { rounds[$0].token }
            )
        )
    }
}

/// Sign-ins by the codes of numbers for tests: each connection has a number.
private struct PhoneSignIns {
    private static let code = "123456"
    private static let name = Array(#""sessionInfo":""#.utf8)
    private let send: JSONRequest
    private let signIn: JSONRequest
    private let numbers: [String]

    init(_ count: Int, at server: ServerUnderTest) throws {
        numbers = (0..<count).map { "+16505551\(100 + $0)" }
        let list = numbers.map { "\($0)=\(Self.code)" }.joined(separator: ",")
        try server.set("phone.testNumbers", list)
        try server.set("phone.maximumPerAddress", "0")
        send = JSONRequest("sendVerificationCode", at: server)
        signIn = JSONRequest("signInWithPhoneNumber", at: server)
    }

    /// A request for a code, and after its response the sign-in.
    func next(_ index: Int, _ body: ArraySlice<UInt8>) -> [UInt8] {
        guard let place = body.firstRange(of: Self.name)?.upperBound else {
            return send.bytes(#"{"phoneNumber":"\#(numbers[index])"}"#)
        }
        let session = String(decoding: body[place...].prefix { $0 != UInt8(ascii: "\"") }, as: UTF8.self)
        return signIn.bytes(#"{"sessionInfo":"\#(session)","code":"\#(Self.code)"}"#)
    }
}

/// Sign-ins by custom tokens, which were signed before.
private struct CustomTokenSignIns {
    private let signIn: JSONRequest
    private let bodies: [String]

    init(_ count: Int, at server: ServerUnderTest, in directory: URL) throws {
        let file = URL(fileURLWithPath: directory.path + ".key.json")
        try server.command(["service-account", "create", "bench", "--key-file", file.path])
        let account = try ServiceAccountKey(file: file)
        let admin = try AdminClient(.init(server: .cardea(server.base), serviceAccount: account))
        bodies = try (0..<count).map {
            #"{"token":"\#(try admin.customToken(for: "user\($0)").reveal())","returnSecureToken":true}"#
        }
        signIn = JSONRequest("signInWithCustomToken", at: server)
    }

    func next(_ index: Int, _ body: ArraySlice<UInt8>) -> [UInt8] { signIn.bytes(bodies[index]) }
}

/// A request for an operation of accounts.
private struct JSONRequest {
    private let head: String

    init(_ operation: String, at server: ServerUnderTest) {
        head = """
            POST /v1/accounts:\(operation)?key=\(server.apiKey) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\
            Content-Type: application/json\r\nContent-Length:\u{20}
            """
    }

    func bytes(_ body: String) -> [UInt8] { Array("\(head)\(body.utf8.count)\r\n\r\n\(body)".utf8) }
}
