import CardeaSession
import Foundation
import Testing

/// Back ends that refuse by a code of their own in an answer with status 200, over sockets.
struct CodeTests {
    private static func codes(_ path: String) -> BodyCodeClassifier {
        .bodyCode(path, expired: [30061], signedOutElsewhere: [30062])
    }

    private func get(
        _ setting: CallSetting,
        _ code: String = "rcode",
        as packing: String = "plain"
    ) -> @Sendable (Int) async throws(SessionError) -> HTTPResponse {
        { (number) throws(SessionError) in
            var request = setting.request(.get, "codes", number: number)
            request.url.append(queryItems: [
                URLQueryItem(name: "code", value: code), URLQueryItem(name: "as", value: packing),
            ])
            return try await setting.engine.data(for: request)
        }
    }

    @Test(
        "X8 X7 a code in a 200 says that the token is over, however the body is packed",
        arguments: [("rcode", "plain"), ("error.code", "gzip"), ("error.code", "chunked")]
    )
    func expired(code: String, packing: String) async throws {
        let setting = try await CallSetting(classifier: Self.codes(code))
        _ = try await setting.server.send(.post, "/expire")
        let answers = await setting.atOnce(get(setting, code, as: packing))
        #expect(answers.areOwnAnswers)
        let bodies = answers.compactMap { try? String(decoding: $0.get().body, as: UTF8.self) }
        #expect(bodies.allSatisfy { !$0.contains("30061") })
        let log = try await setting.server.log
        #expect(log.filter { $0.contains("/token") } == ["POST /token 200 refresh 1"])
        #expect(log.count { $0 == "GET /codes 200 token 2" } == 20)
    }

    @Test(
        "X8 X11 R6 signed in elsewhere: every call ends with that, the app hears it once, nothing more is sent"
    )
    func signedInElsewhere() async throws {
        let setting = try await CallSetting(classifier: Self.codes("rcode"))
        let events = EventLog(setting.engine)
        _ = try await setting.server.send(.post, "/elsewhere")
        let over = SessionError(.signedOut, reason: .signedInElsewhere)
        for answer in await setting.atOnce(get(setting)) {
            #expect(answer.error?.code == over.code && answer.error?.reason == over.reason)
        }
        #expect(setting.engine.state == .signedOut(.signedInElsewhere))
        #expect(events.all.count { $0 == .signedOut(.signedInElsewhere) } == 1)

        let log = try await setting.server.log
        #expect(!log.contains { $0.contains("/token") })
        await #expect(throws: SessionError.self) { try await get(setting)(0) }
        #expect(try await setting.server.log == log)
    }

    @Test("X11 R6 K12 the refresh is refused: every held call fails with that, and the app hears it once")
    func refreshRefused() async throws {
        let setting = try await CallSetting()
        let events = EventLog(setting.engine)
        _ = try await setting.server.send(.post, "/end")
        for answer in await setting.atOnce(.get, "things") {
            #expect(answer.error?.code == .refreshRejected && answer.error?.reason == .refreshRejected)
        }
        #expect(setting.engine.state == .signedOut(.refreshRejected))
        #expect(events.all.count { $0 == .signedOut(.refreshRejected) } == 1)
        #expect(
            try await setting.server.log.filter { $0.contains("/token") } == ["POST /token 400 refresh 1"]
        )

        try await setting.engine.adopt(try await setting.server.login())
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
    }

    @Test("R6 twenty calls, one after another, on one dead refresh token: it is refused once")
    func oneRefusal() async throws {
        let setting = try await CallSetting()
        _ = try await setting.server.send(.post, "/end")
        for _ in 0..<20 {
            await #expect(throws: SessionError.self) {
                try await setting.engine.data(for: setting.request(.get, "things"))
            }
        }
        let expected = ["GET /things 401 token 1", "POST /token 400 refresh 1"]
        #expect(try await setting.server.log == expected)
    }
}
