import CardeaHTTPMessages
import Foundation
import Testing

/// A server process, an SMS gateway process, and requests over sockets.
@Suite(
    "Sign-in by phone, by user name and under Kii's names",
    .enabled(if: SMSSink.isInstalled, "the gateway of the tests needs Python"),
    .timeLimit(.minutes(10))
)
struct PhoneSignInTests {
    private let directory: TemporaryDirectory
    private let sink: SMSSink
    private let server: ServerProcess
    private let data: String

    init() async throws {
        directory = try TemporaryDirectory()
        data = try directory.file("data")
        sink = try await SMSSink(in: directory, secret: SMSSink.secret)
        server = try await ServerProcess.serve(data, environment: try sink.environment(in: directory))
    }

    @Test("the code of a text message signs in, over a kill of the server (K3, U6, security 18)")
    func signIn() async throws {
        let sent = try await server.account("sendVerificationCode", ["phoneNumber": "+1 650-555-3434"])
        let session = try #require(sent["sessionInfo"], "\(sent.object)")
        let request = try #require(try await sink.requests(1).first)
        #expect(request.isSigned && request.message.to == "+16505553434")
        let use = ["sessionInfo": session, "code": request.message.code]
        await server.crash()
        let second = try await ServerProcess.serve(data)
        let signedIn = try await second.account("signInWithPhoneNumber", use)
        #expect(signedIn.status == 200 && signedIn["phoneNumber"] == "+16505553434", "\(signedIn.object)")
        #expect(try await second.refresh(try #require(signedIn["refreshToken"])).status == 200)
        #expect(try await second.account("signInWithPhoneNumber", use).error == "INVALID_SESSION_INFO")
        // Without a gateway no code is sent.
        let none = try await second.account("sendVerificationCode", ["phoneNumber": "+16505553434"])
        #expect(none.error?.hasPrefix("OPERATION_NOT_ALLOWED") == true)
        for name in try FileManager.default.contentsOfDirectory(atPath: data) {
            let bytes = FileManager.default.contents(atPath: data + "/" + name) ?? Data()
            #expect(bytes.range(of: Data(session.utf8)) == nil, "\(name)")
        }
    }

    @Test("of 100 uses of one code over 100 connections, one signs in (security 18)")
    func concurrentUses() async throws {
        let sent = try await server.account("sendVerificationCode", ["phoneNumber": "+16505553435"])
        let session = try #require(sent["sessionInfo"])
        let code = try #require(try await sink.requests(1).first).message.code
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<100 {
                group.addTask {
                    try await server.account(
                        "signInWithPhoneNumber",
                        ["sessionInfo": session, "code": code]
                    ).status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses.count { $0 == 200 } == 1, "\(statuses)")
    }

    @Test("'user create' gives a user name and a number, and Kii's resource signs in by both (K3, K14)")
    func kii() async throws {
        let password = try directory.file("password", "correct horse\n")
        let created = try await Program.run(
            "user create --user-name Ann.Smith --phone-number +819012345678 --password-file \(password) --data \(data)"
        )
        #expect(created.exitCode == 0 && created.output.contains("ann.smith"), "\(created.errors)")
        let shown = try await Program.run("user show ANN.smith --data \(data)")
        #expect(shown.output.contains("+819012345678"), "\(shown.errors)")
        for username in ["ann.smith", "ANN.SMITH", "PHONE:JP-09012345678", "+819012345678"] {
            let login = ["grant_type": "password", "username": username, "password": "correct horse"]
            let signedIn = try await server.send(.post, "/api/apps/default/oauth2/token", login)
            #expect(signedIn.status == 200, "\(username) \(signedIn.object)")
            let token = try #require(signedIn["refresh_token"])
            let refresh = ["grant_type": "refresh_token", "refresh_token": token]
            #expect(
                try await server.send(.post, "/api/oauth2/token", refresh, fields: ["x-kii-appid": "default"])
                    .status == 200
            )
        }
        let wrong = ["username": "ann.smith", "password": "wrong"]
        let rejected = try await server.send(.post, "/api/apps/default/oauth2/token", wrong)
        #expect(rejected.status == 400 && rejected["errorCode"] == "invalid_grant")
    }
}
