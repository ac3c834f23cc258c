import CardeaCurlTransport
import CardeaHTTPMessages
import Foundation
import ProviderStandIns
import Testing

/// The server as it is between two crashes, and the mail server, the SMS gateway and the identity provider, which do not crash.
actor CrashSite {
    /// The providers at which the server is the client `cardea`; `trusted` proves addresses of `trusted.example`.
    static let provider = "oidc.acme"
    static let trustedProvider = "oidc.trusted"

    private var present: Task<ServerProcess, any Error>
    /// The number of crashes.
    private(set) var crashes = 0
    /// When the last process had ended, in milliseconds since 1970.
    private(set) var lastCrash: Int64 = 0
    /// The number of requests whose responses the next crash waits for.
    private var overdue = 0
    nonisolated let judgements = Judgements()
    nonisolated let messages: PostOffice
    nonisolated let standIn: StandIn
    nonisolated let token: String
    /// Reaches the management of the server, whichever process serves it.
    nonisolated let management: CurlTransport
    nonisolated let transport = CurlTransport()
    private let directories: [TemporaryDirectory]
    private let data: String
    private let options: [String]
    private let environment: [String: String]

    init() async throws {
        // The output of the processes is in their directories.
        directories = [try TemporaryDirectory(), try TemporaryDirectory()]
        data = try directories[0].file("data")
        let sink = try await MailSink(in: directories[0], security: "none", behaviour: "reject-named")
        let texts = try await SMSSink(in: directories[1], secret: SMSSink.secret)
        messages = PostOffice(sink, texts)
        options = [
            "--smtp-host", "127.0.0.1", "--smtp-port", "\(sink.port)", "--smtp-security", "none",
            "--smtp-sender", "no-reply@shop.example", "--providers-allow-private-networks", "true",
            // Tokens stay valid although the port changes.
            "--base-url", "http://127.0.0.1:8080",
        ]
        standIn = try await StandIn()
        standIn.exchangeClaims(for: "cardea")
        environment = try texts.environment(in: directories[0])
        management = CurlTransport(unixSocket: data + "/control.sock")
        let first = try await ServerProcess.serve(data, options: options, environment: environment)
        present = Task { first }
        let made = try await Program.run("administrator create tests --data \(data) --json")
        struct Response: Decodable { let token: String }
        token = try made.json(Response.self).token
        for provider in ["\(Self.provider)", "\(Self.trustedProvider) --email-domains trusted.example"] {
            let set = try await Program.run(
                "provider set \(provider) --client-id cardea --issuer \(standIn.url) --data \(data)"
            )
            try #require(set.exitCode == 0, "\(set.errors)")
        }
        let changed = try await manage(.patch, "/projects/default", ["settings": Self.settings])
        try #require(changed.status == 200, "\(changed.object)")
    }

    /// One network sends everything here, and each code has to be requested again if a response is lost.
    ///
    /// A code whose response was lost is used at the end of the campaign, also if that takes long.
    private static let settings: [String: [String: any Sendable]] = [
        "phone": [
            "maximumPerAddress": 0, "maximumPerProject": 0, "maximumPerNumberAndNetwork": 0,
            "maximumPerNumber": 0, "codeLifetime": 3600,
        ],
        "codes": [
            "maximumPerAddress": 0, "maximumPerProject": 0, "maximumPerRecipientAndNetwork": 0,
            "passwordResetLifetime": 86_400, "emailSignInLifetime": 86_400,
            "verifyAndChangeEmailLifetime": 86_400,
        ],
        "tokens": ["accessTokenLifetime": 86_400],
        "signUp": ["maximumPerAddress": 0, "maximumTakenPerNetwork": 0],
        "signIn": ["keepsProviderTokens": true],
        "providers": ["redirectURLs": [RedirectVisitor.app]],
    ]

    /// The server that runs; after a crash, the next one.
    ///
    /// No request goes to a port that is free: another test may listen there soon.
    var server: ServerProcess { get async throws { try await present.value } }

    /// Makes the next crash wait: otherwise requests that take longer than the time between two crashes would never be served.
    func delayCrash() { overdue += 1 }

    /// Ends a delay.
    func allowCrash() { overdue -= 1 }

    /// Kills the server and starts it again.
    func crash() async throws {
        while overdue > 0 { try await Task.sleep(for: .milliseconds(5)) }
        let former = present
        // Another crash waits for the next process.
        present = Task {
            await (try former.value).crash()
            lastCrash = Int64(Date().timeIntervalSince1970 * 1000)
            return try await ServerProcess.serve(data, options: options, environment: environment)
        }
        _ = try await server
        crashes += 1
    }

    /// Stops the server, and checks its data.
    func finish() async throws {
        #expect(try await server.stop() == 0)
        let check = try await Program.run("check --data \(data)")
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }
}
