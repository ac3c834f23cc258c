import CardeaAdmin
import CardeaCurlTransport
import CardeaHTTPMessages
import CardeaHTTPTransport
import CardeaLocks
import Foundation
import Testing

/// Every way in, once, and then a search for its secrets in what the server has written.
@Suite(
    .enabled(if: MailSink.isInstalled && SMSSink.isInstalled, "the mail server and the gateway need Python"),
    .timeLimit(.minutes(10))
)
struct EveryWayInLogTests {
    /// The transport of a back end, which keeps what it sends and receives.
    private final class Recorder: HTTPTransport {
        private let network = CurlTransport()
        private let texts = Mutex<[String]>([])

        var all: String { texts.withLock { $0.joined(separator: "\n") } }

        func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
            let response = try await network.send(request)
            texts.withLock {
                $0 += [request.body ?? Data(), response.body].map { String(decoding: $0, as: UTF8.self) }
            }
            return response
        }
    }

    /// Texts that must not be found, each with a name for the failure.
    private struct Secrets {
        private(set) var all: [(name: String, text: String)] = []

        mutating func add(_ name: String, _ text: String?) throws {
            all.append((name, try #require(text, "\(name)")))
        }

        /// Those of a response.
        mutating func add(_ name: String, of reply: Reply) throws {
            #expect(reply.status == 200, "\(name): \(reply.object)")
            let access = reply["idToken"] ?? reply["access_token"]
            try add("\(name): access token", access)
            try add("\(name): refresh token", reply["refreshToken"] ?? reply["refresh_token"])
        }
    }

    @Test("no way in leaves a secret in the log or in the data files (security 23)")
    func everyWay() async throws {
        let directory = try TemporaryDirectory()
        let gateway = try TemporaryDirectory()
        let texts = try await SMSSink(in: gateway, secret: SMSSink.secret)
        let mailed = try await MailedServer(
            options: ["--log-level", "debug"],
            environment: try texts.environment(in: gateway)
        )
        let server = mailed.server
        var secrets = Secrets()
        try secrets.add("password of the mail server", MailedServer.password)
        try secrets.add("secret of the gateway", SMSSink.secret)
        try await passwords(server, &secrets)
        try await links(mailed, &secrets)
        try await phone(server, texts, &secrets)
        try await backEnd(mailed, directory, &secrets)

        #expect(await server.stop() == 0)
        let lines = server.process.output.split(separator: "\n")
            // The greeting is for the operator at the terminal; it names the API key.
            .filter { !$0.contains(#""msg":"greeting""#) }
        let logged = lines.joined(separator: "\n") + server.process.errors
        #expect(lines.count > 20)
        for (name, secret) in secrets.all {
            #expect(!logged.contains(secret), "the log has: \(name)")
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: mailed.data) {
            let bytes = FileManager.default.contents(atPath: mailed.data + "/" + name) ?? Data()
            for (secret, text) in secrets.all {
                #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name) has: \(secret)")
            }
        }
    }

    private func passwords(_ server: ServerProcess, _ secrets: inout Secrets) async throws {
        let ann = ["email": "ann@example.com", "password": "ann's correct horse"]
        try secrets.add("password", ann["password"])
        try secrets.add("sign-up", of: try await server.account("signUp", ann))
        try secrets.add("sign-in by password", of: try await server.account("signInWithPassword", ann))
        let wrong = ["email": "ann@example.com", "password": "ann's wrong horse"]
        try secrets.add("wrong password", wrong["password"])
        #expect(try await server.account("signInWithPassword", wrong).status == 400)

        let bob = ["userName": "bob", "password": "bob's correct horse"]
        try secrets.add("password of a user name", bob["password"])
        try secrets.add("sign-up by user name", of: try await server.account("signUp", bob))
        try secrets.add("guest", of: try await server.account("signUp", [:]))

        let login = ["username": "bob", "password": "bob's correct horse"]
        let kii = try await server.send(.post, "/api/apps/default/oauth2/token", login)
        try secrets.add("Kii", of: kii)
        let refresh = ["grant_type": "refresh_token", "refresh_token": kii["refresh_token"] ?? ""]
        let refreshed = try await server.send(.post, "/api/apps/default/oauth2/token", refresh)
        try secrets.add("Kii, refreshed", of: refreshed)
        let form = "grant_type=refresh_token&refresh_token=\(refreshed["refresh_token"] ?? "")"
        try secrets.add("refreshed", of: try await server.form("/v1/token?key=\(server.apiKey)", form))
    }

    private func links(_ mailed: MailedServer, _ secrets: inout Secrets) async throws {
        let server = mailed.server
        for (count, type) in ["EMAIL_SIGNIN", "PASSWORD_RESET", "EMAIL_SIGNIN"].enumerated() {
            let request = ["requestType": type, "email": "ann@example.com"]
            #expect(try await server.account("sendOobCode", request).status == 200)
            let link = try #require(try await mailed.messages(count + 1)[count].link)
            let items = URLComponents(url: link, resolvingAgainstBaseURL: true)?.queryItems
            let code = items?.first { $0.name == "oobCode" }?.value
            try secrets.add("code of \(type)", code)
            // The page has the code in its address.
            #expect(try await mailed.open(link).status == 200)
            if type == "EMAIL_SIGNIN" {
                let use = ["email": "ann@example.com", "oobCode": code ?? ""]
                try secrets.add("link", of: try await server.account("signInWithEmailLink", use))
            } else {
                let use = ["oobCode": code ?? "", "newPassword": "ann's newest horse"]
                try secrets.add("new password", use["newPassword"])
                #expect(try await server.account("resetPassword", use).status == 200)
            }
        }
    }

    private func phone(_ server: ServerProcess, _ texts: SMSSink, _ secrets: inout Secrets) async throws {
        let sent = try await server.account("sendVerificationCode", ["phoneNumber": "+16505553434"])
        let message = try #require(try await texts.requests(1).first).message
        try secrets.add("name of a phone code", sent["sessionInfo"])
        try secrets.add("text message", message.text)
        let use = ["sessionInfo": sent["sessionInfo"] ?? "", "code": message.code]
        try secrets.add("phone", of: try await server.account("signInWithPhoneNumber", use))
    }

    private func backEnd(
        _ mailed: MailedServer,
        _ directory: TemporaryDirectory,
        _ secrets: inout Secrets
    ) async throws {
        let file = try directory.file("key.json")
        try await mailed.run("service-account create back-end --key-file \(file)")
        let recorder = Recorder()
        let key = try ServiceAccountKey(file: URL(filePath: file))
        let admin = try AdminClient(
            .init(server: .cardea(mailed.server.url), serviceAccount: key, transport: recorder)
        )
        let custom = try admin.customToken(for: "carl", claims: ["plan": "gold"]).reveal()
        try secrets.add("custom token", custom)
        let signedIn = try await mailed.server.account("signInWithCustomToken", ["token": custom])
        try secrets.add("sign-in by custom token", of: signedIn)
        let cookie = try await admin.createSessionCookie(
            idToken: SessionSecret(try #require(signedIn["idToken"])),
            lifetime: .seconds(300)
        )
        try secrets.add("session cookie", cookie.reveal())
        let exchange = recorder.all
        try secrets.add(
            "assertion",
            exchange.firstMatch(of: #/assertion=([\w.-]{100,})/#).map { String($0.1) }
        )
        try secrets.add(
            "access token of a service account",
            exchange.firstMatch(of: #/"access_token":"([^"]+)"/#).map { String($0.1) }
        )
        let json = try String(contentsOfFile: file, encoding: .utf8)
        let content = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let pem = (content as? [String: Any])?["private_key"] as? String
        let line = pem?.split(separator: "\n").max { $0.count < $1.count }
        try secrets.add("private key", line.map { String($0) })
    }
}
