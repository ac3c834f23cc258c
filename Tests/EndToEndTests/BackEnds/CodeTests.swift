import CardeaSession
import Foundation
import Testing

/// Back ends that reject by a code of their own in a response with status 200, over sockets.
struct CodeTests {
    private static func codes(_ path: String) -> ResponseRule {
        .bodyCode(path, expired: [30061], signedOutElsewhere: [30062])
    }

    private static func request(
        _ setting: CallSetting,
        _ number: Int,
        _ code: String = "rcode",
        _ packing: String = "plain"
    ) -> CardeaRequest {
        var request = setting.request(.get, "codes", number: number)
        request.url.append(queryItems: [
            URLQueryItem(name: "code", value: code), URLQueryItem(name: "as", value: packing),
        ])
        return request
    }

    @Test(
        "a code in a 200 ends the token, whatever the form of the body is (X8, X7)",
        arguments: [("rcode", "plain"), ("error.code", "gzip"), ("error.code", "chunked")]
    )
    func expired(code: String, packing: String) async throws {
        let setting = try await CallSetting(classifier: Self.codes(code))
        _ = try await setting.server.send(.post, "/expire")
        let responses = await setting.atOnce { (number) throws(SessionError) in
            try await setting.engine.data(for: Self.request(setting, number, code, packing))
        }
        #expect(responses.areOwnResponses)
        let bodies = responses.compactMap { try? String(decoding: $0.get().body, as: UTF8.self) }
        #expect(bodies.allSatisfy { !$0.contains("30061") })
        let log = try await setting.server.log
        #expect(log.filter { $0.contains("/token") } == ["POST /token 200 refresh 1"])
        #expect(log.count { $0 == "GET /codes 200 token 2" } == 20)
    }

    @Test(
        "signed in elsewhere: every call ends with that, the app hears it once, nothing more is sent (X8, X11, R6)"
    )
    func signedInElsewhere() async throws {
        let setting = try await CallSetting(classifier: Self.codes("rcode"))
        let events = EventLog(setting.engine)
        _ = try await setting.server.send(.post, "/elsewhere")
        let over = SessionError(.signedOut, reason: .signedInElsewhere)
        let responses = await setting.atOnce { (number) throws(SessionError) in
            try await setting.engine.data(for: Self.request(setting, number))
        }
        for response in responses {
            #expect(response.error?.code == over.code && response.error?.reason == over.reason)
        }
        #expect(setting.engine.state == .signedOut(.signedInElsewhere))
        let log = try await setting.server.log
        #expect(!log.contains { $0.contains("/token") })
        await #expect(throws: SessionError.self) {
            try await setting.engine.data(for: Self.request(setting, 0))
        }
        #expect(try await setting.server.log == log)
        try await events.hear(.signedOut(.signedInElsewhere))
        #expect(events.all.count { $0 == .signedOut(.signedInElsewhere) } == 1)
    }

    @Test(
        "the refresh is rejected: every held call fails with that, and the app hears it once (X11, R6, K12)"
    )
    func refreshRejected() async throws {
        let setting = try await CallSetting()
        let events = EventLog(setting.engine)
        _ = try await setting.server.send(.post, "/end")
        for response in await setting.atOnce(.get, "things") {
            #expect(response.error?.code == .refreshRejected && response.error?.reason == .refreshRejected)
        }
        #expect(setting.engine.state == .signedOut(.refreshRejected))
        #expect(
            try await setting.server.log.filter { $0.contains("/token") } == ["POST /token 400 refresh 1"]
        )

        try await setting.engine.signIn(with: try await setting.server.login())
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
        try await events.hear(.signedIn(UserProfile(userID: "ada")))
        #expect(events.all.count { $0 == .signedOut(.refreshRejected) } == 1)
    }

    @Test("twenty calls, one after another, send an invalid refresh token once (R6)")
    func oneRejection() async throws {
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

    @Test(
        "a JSON refresh endpoint that returns 200 for everything refreshes, and then rejects by a code (R9, R6, X8)"
    )
    func rejectedByCode() async throws {
        let setting = try await CallSetting(refresher: { server in
            JSONTokenRefresher(
                endpoint: server.url.appending(path: "refresh"),
                transport: SystemTransport(),
                rejection: .bodyCode("rcode", expired: [30063])
            )
        })
        _ = try await setting.server.send(.post, "/expire")
        #expect(await setting.atOnce(.get, "things").areOwnResponses)
        _ = try await setting.server.send(.post, "/end")
        for response in await setting.atOnce(.get, "things") {
            #expect(response.error?.code == .refreshRejected)
        }
        #expect(setting.engine.state == .signedOut(.refreshRejected))
        let refreshes = ["POST /refresh 200 refresh 1", "POST /refresh 200 refresh 2"]
        #expect(try await setting.server.log.filter { $0.contains("/refresh") } == refreshes)
    }
}
