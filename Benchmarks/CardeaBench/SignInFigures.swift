import BareServers
import CardeaAdmin
import Foundation

/// The cost of sign-ins without the hash of a password, beside the cheapest request.
///
/// A sign-in by phone is two requests: one for a code, and one with it. The numbers are those for tests, so no gateway is
/// measured; both requests are durable, as they are for other numbers. The hash of a password has 8 KiB and one pass here. A
/// sign-in by redirect is four requests of app and browser, and one of the server to the provider, whose time is not counted.
struct SignInFigures {
    /// A project has at most a hundred numbers for tests.
    private static let connections = 64

    let directory: URL

    func run() async throws {
        print("\nSign-ins without a hash, ES256, durable; \(Self.connections) connections, a user each")
        let server = try ServerUnderTest(
            in: directory,
            [
                "--passwords-memory", "8", "--passwords-iterations", "1",
                "--providers-allow-private-networks",
                "true", "--trusted-proxies", "127.0.0.1",
            ]
        )
        defer { server.stop() }
        let provider = try SelfProcess(ProviderServer.command)
        defer { provider.stop() }
        let passwords = try await PasswordSignIns(Self.connections, at: server)
        let redirects = try await ProviderSignIns(Self.connections, at: server, provider.base)
        let phones = try PhoneSignIns(Self.connections, at: server)
        let tokens = try CustomTokenSignIns(Self.connections, at: server, in: directory)
        let load = try RawLoad(port: server.port, connections: Self.connections)
        _ = try load.run(2_000, of: server.figures, phones.next)
        _ = try load.run(1_000, of: server.figures, tokens.next)
        _ = try load.run(1_000, of: server.figures, passwords.next)
        _ = try load.run(1_000, of: server.figures, redirects.nextToken)
        _ = try load.run(1_000, of: server.figures, isWhole: true, redirects.nextStep)

        var rounds: [Round] = []
        for _ in 0..<5 {
            rounds.append(
                Round(
                    live: try load.run(20_000, of: server.figures) { _, _ in ServerFigures.live },
                    phone: try load.run(8_000, of: server.figures, phones.next),
                    token: try load.run(4_000, of: server.figures, tokens.next),
                    password: try load.run(4_000, of: server.figures, passwords.next),
                    idToken: try load.run(4_000, of: server.figures, redirects.nextToken),
                    redirect: try load.run(8_000, of: server.figures, isWhole: true, redirects.nextStep)
                )
            )
        }
        for (name, part) in Self.rows {
            print("  \(name)\(median(of: rounds.map { $0[keyPath: part] }).row)")
        }
        let ratio = { (requests: Double, part: KeyPath<Round, Sample>, other: KeyPath<Round, Sample>) in
            rounds
                .map { requests * $0[keyPath: part].cpuMicroseconds / $0[keyPath: other].cpuMicroseconds }
                .sorted()[rounds.count / 2]
        }
        print(
            String(
                format: "  CPU of a sign-in / /health/live: by phone (2 requests) %.1f, by custom token %.1f",
                ratio(2, \.phone, \.live),
                ratio(1, \.token, \.live)
            )
        )
        print(
            String(
                format: "  by password %.1f, by a provider's ID token %.1f, by redirect (4 requests) %.1f",
                ratio(1, \.password, \.live),
                ratio(1, \.idToken, \.live),
                ratio(4, \.redirect, \.live)
            )
        )
        print(
            String(
                format: "  CPU of a sign-in / by password: by a provider's ID token %.2f, by redirect %.2f",
                ratio(1, \.idToken, \.password),
                ratio(4, \.redirect, \.password)
            )
        )
    }

    private struct Round {
        let live, phone, token, password, idToken, redirect: Sample
    }

    private static var rows: [(String, KeyPath<Round, Sample>)] {
        [
            ("/health/live           ", \.live), ("phone, each request    ", \.phone),
            ("custom token           ", \.token), ("password               ", \.password),
            ("provider's ID token    ", \.idToken), ("redirect, each request ", \.redirect),
        ]
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

/// Sign-ins by passwords.
private struct PasswordSignIns {
    private static let password = "correct horse battery"
    private let signIn: JSONRequest

    init(_ count: Int, at server: ServerUnderTest) async throws {
        let requests = IdentityRequests(server)
        for index in 0..<count {
            guard await requests.signUp(email: "user\(index)@example.com", password: Self.password) else {
                throw BenchmarkError("a sign-up failed")
            }
        }
        signIn = JSONRequest("signInWithPassword", at: server)
    }

    func next(_ index: Int, _ body: ArraySlice<UInt8>) -> [UInt8] {
        signIn.bytes(
            #"{"email":"user\#(index)@example.com","password":"\#(Self.password)","returnSecureToken":true}"#
        )
    }
}

/// A request for an operation of accounts.
struct JSONRequest {
    private let head: String

    init(_ operation: String, at server: ServerUnderTest) {
        head = """
            POST /v1/accounts:\(operation)?key=\(server.apiKey) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\n\
            Content-Type: application/json\r\n
            """
    }

    /// - Parameters:
    ///   - body: The body.
    ///   - fields: Further lines of the head, each with its end.
    /// - Returns: The request.
    func bytes(_ body: String, _ fields: String = "") -> [UInt8] {
        Array("\(head)\(fields)Content-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8)
    }
}
