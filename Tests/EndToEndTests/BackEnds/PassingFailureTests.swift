import CardeaSession
import Foundation
import Testing

/// Failures that pass: what is sent again, after which waits, and what becomes of it.
struct PassingFailureTests {
    @Test("a response with \"try later\" is tried three more times, after one, two and four seconds (R5)")
    func backOff() async throws {
        let setting = try await CallSetting()
        try await setting.server.fail("/things", "503", times: 4)
        async let response = setting.engine.data(for: setting.request(.get, "things"))
        for seconds in [1, 2, 4] { try await setting.pass(.seconds(seconds)) }
        #expect(try await response.status == 503)
        let log = Array(repeating: "GET /things 503", count: 4)
        #expect(try await setting.server.log == log)
    }

    @Test("Retry-After is waited for, to the second (R5)", arguments: ["429", "503"])
    func retryAfter(status: String) async throws {
        let setting = try await CallSetting()
        try await setting.server.fail("/things", status, retryAfter: 7)
        async let response = setting.engine.data(for: setting.request(.get, "things"))
        try await setting.pass(.seconds(7))
        #expect(try await response.status == 200)
        #expect(try await setting.server.log == ["GET /things \(status)", "GET /things 200 token 1"])
    }

    @Test("a GET whose connection breaks before the response is sent again (R5, R11)")
    func lost() async throws {
        let setting = try await CallSetting(retries: RetrySchedule(delay: .zero))
        try await setting.server.fail("/things", "lost")
        #expect(try await setting.engine.data(for: setting.request(.get, "things")).status == 200)
        #expect(try await setting.server.log == ["GET /things lost token 1", "GET /things 200 token 1"])
    }

    @Test("a POST that the server may have processed is not sent again (R5, rule 11)")
    func lostPost() async throws {
        let setting = try await CallSetting(retries: RetrySchedule(delay: .zero))
        try await setting.server.fail("/things", "lost")
        do {
            _ = try await setting.engine.data(for: setting.request(.post, "things"))
            Issue.record("a response that was lost")
        } catch {
            #expect(error.transport?.code == .connectionLost)
        }
        #expect(try await setting.server.log == ["POST /things lost token 1"])
        #expect(setting.engine.state.profile != nil)
    }

    @Test("timeouts are retried up to the limit, then throw a network error; the session continues (R11, R4)")
    func timeOuts() async throws {
        let setting = try await CallSetting()
        try await setting.server.fail("/things", "silent", times: 4)
        var request = setting.request(.get, "things")
        request.timeout = .milliseconds(100)
        async let outcome = failure(of: request, setting.engine)
        for seconds in [1, 2, 4] { try await setting.pass(.seconds(seconds)) }
        #expect(await outcome?.transport?.code == .timedOut)
        #expect(setting.engine.state.profile != nil)
        #expect(try await !setting.server.log.contains { $0.contains("/token") })
    }

    private func failure(of request: CardeaRequest, _ engine: SessionEngine) async -> SessionError? {
        do {
            _ = try await engine.data(for: request)
            return nil
        } catch {
            return error
        }
    }
}
