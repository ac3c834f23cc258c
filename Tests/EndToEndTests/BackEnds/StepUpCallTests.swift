import CardeaSession
import Foundation
import CardeaLocks
import Testing

/// A server that wants to know better who its user is before it takes a payment (RFC 9470).
struct StepUpCallTests {
    private static let challenge = StepUpChallenge(acrValues: ["gold", "silver"], maxAge: .seconds(60))

    @Test("twenty payments that demand a step-up ask the user once, and each of them is made (X12)")
    func payments() async throws {
        let asked = Mutex<[StepUpChallenge]>([])
        let setting = try await CallSetting(stepUp: { server in
            { challenge in
                asked.withLock { $0.append(challenge) }
                return try? await server.login(acr: challenge.acrValues.first ?? "")
            }
        })
        let events = EventLog(setting.engine)
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
        #expect(await setting.atOnce(.post, "payment").areOwnResponses)
        #expect(asked.withLock(\.self) == [Self.challenge])
        try await events.hear(.tokenChanged(.reauthenticated))
        let log = try await setting.server.log
        #expect(log.count { $0 == "POST /payment 200 token 2" } == 20)
        #expect(!log.contains { $0.contains("/token") })
        #expect(try await setting.store.load()?.credential == setting.engine.credential)
    }

    @Test("if the user denies a challenge, the request fails with it, and the session continues (X12)")
    func rejected() async throws {
        let setting = try await CallSetting(stepUp: { _ in { _ in nil } })
        do {
            _ = try await setting.engine.data(for: setting.request(.post, "payment"))
            Issue.record("a payment")
        } catch {
            #expect(error.code == .stepUpRequired && error.stepUp == Self.challenge)
            #expect(error.response?.status == 401)
        }
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
    }
}
