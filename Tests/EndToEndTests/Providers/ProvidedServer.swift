import CardeaAdmin
import Foundation
import ProviderStandIns
import Testing

/// A server whose identity providers are stand-ins in this process.
struct ProvidedServer {
    let standIn: StandIn
    private(set) var server: ServerProcess
    /// The data directory.
    let data: String
    private let directory: TemporaryDirectory
    private let providerOptions: [String]

    /// Starts a server that knows some providers by their stand-ins.
    init(
        _ providers: [StandInProvider] = [],
        apple: AppleStandIn? = nil,
        _ options: String...
    ) async throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
        if let apple { standIn = apple.standIn } else { standIn = try await StandIn() }
        for provider in providers { try standIn.serve(provider) }
        let replaced = standIn.replacements(of: providers) + (apple.map { [$0.replacement] } ?? [])
        providerOptions =
            ["--providers-allow-private-networks", "true"]
            + (replaced.isEmpty ? [] : ["--providers-replaced-urls", replaced.joined(separator: ",")])
        server = try await ServerProcess.serve(data, options: providerOptions + options)
        try await run("project set providers.redirectURLs \(RedirectVisitor.app)")
        for provider in providers {
            let secret = try directory.file("\(provider.id).secret", provider.secret)
            try await run(
                "provider set \(provider.id) --client-id \(provider.clientID) --secret-file \(secret)"
            )
        }
    }

    /// Starts the server again, with other options.
    mutating func start(_ options: String...) async throws {
        server = try await ServerProcess.serve(data, options: providerOptions + options)
    }

    /// Configures Apple, with two native apps.
    func configure(_ apple: AppleStandIn) async throws {
        let key = try directory.file("AuthKey.p8", apple.clientKeyPEM)
        try await run(
            """
            provider set apple.com --client-id \(AppleStandIn.webClient) --team-id \(AppleStandIn.team) \
            --key-id \(AppleStandIn.keyID) --secret-file \(key) --audiences com.example.app,com.example.other
            """
        )
    }

    /// Configures an OpenID provider with the client `cardea`, which has no secret.
    func configure(_ provider: String, _ standIn: StandIn) async throws {
        try await run("provider set \(provider) --client-id cardea --issuer \(standIn.url)")
    }

    /// A back end with a service account of the project.
    func backEnd() async throws -> AdminClient {
        let file = try directory.file("back-end.json")
        try await run("service-account create back-end --key-file \(file)")
        let account = try ServiceAccountKey(file: URL(filePath: file))
        return try AdminClient(.init(server: .cardea(server.url), serviceAccount: account))
    }

    /// Runs a command of management on the server.
    func run(_ line: String) async throws {
        let outcome = try await Program.run("\(line) --data \(data)")
        try #require(outcome.exitCode == 0, "\(outcome.output)\(outcome.errors)")
    }

    /// Signs in with an ID token.
    func signIn(_ provider: String, idToken: String, nonce: String? = nil) async throws -> Reply {
        let nonce = nonce.map { "&nonce=\($0)" } ?? ""
        return try await server.account(
            "signInWithIdp",
            [
                "requestUri": "http://localhost",
                "postBody": "providerId=\(provider)&id_token=\(idToken)\(nonce)",
            ]
        )
    }

    /// The user of a sign-in.
    func user(of reply: Reply) async throws -> [String: Any] {
        let token = try #require(reply["idToken"], "\(reply.error ?? "\(reply.object)")")
        let found = try await server.account("lookup", ["idToken": token])
        return try #require((found.object["users"] as? [[String: Any]])?.first)
    }
}
