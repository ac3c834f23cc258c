@testable import CardeaSession
import CardeaTesting
import Foundation
import CardeaHTTPTransport
import Testing

struct RetryRuleTests {
    static let now = Date(timeIntervalSince1970: 784_111_777)

    func delay(
        _ outcome: RetryRule.Outcome,
        _ method: RequestMethod = .get,
        count: Int = 0,
        _ retries: RequestRetries = RequestRetries(policy: RetrySchedule())
    ) -> Duration? {
        var random = SystemRandomNumberGenerator()
        return RetryRule(retries: retries, method: method)
            .delay(after: outcome, count: count, now: Self.now, using: &random)
    }

    @Test("one second, doubled each time, three times (R5)", arguments: [(0, 1), (1, 2), (2, 4), (3, nil)])
    func backOff(count: Int, seconds: Int?) {
        #expect(delay(.failed(.lostResponse), count: count) == seconds.map { .seconds($0) })
    }

    static let received = [true, false]

    @Test(
        "a request is sent again only if it is idempotent, or certainly did not reach the server",
        arguments: received
    )
    func methods(mayHaveBeenReceived: Bool) {
        let error = TransportError(.timedOut, mayHaveBeenReceived: mayHaveBeenReceived, description: "")
        for method: RequestMethod in [.get, .head, .put, .delete, .options] {
            #expect(delay(.failed(error), method) != nil)
        }
        for method: RequestMethod in [.post, .patch] {
            #expect((delay(.failed(error), method) == nil) == mayHaveBeenReceived)
            #expect(delay(.responded(CardeaResponse(status: 503)), method) == nil)
        }
        #expect(
            delay(.failed(error), .post, RequestRetries(policy: RetrySchedule(), methods: [.post])) != nil
        )
    }

    @Test(
        "statuses",
        arguments: [(429, true), (502, true), (503, true), (504, true), (500, false), (401, false)]
    )
    func statuses(status: Int, isRetried: Bool) {
        #expect((delay(.responded(CardeaResponse(status: status))) != nil) == isRetried)
    }

    static let codes: [(TransportError.Code, Bool)] = [
        (.timedOut, true), (.connectionLost, true), (.cannotConnect, true),
        (.cancelled, false), (.secureConnectionFailed, false), (.invalidRequest, false), (.other, false),
    ]

    @Test("transport errors; never a cancelled request", arguments: codes)
    func transport(code: TransportError.Code, isRetried: Bool) {
        let error = TransportError(code, mayHaveBeenReceived: false, description: "")
        #expect((delay(.failed(error)) != nil) == isRetried)
    }

    static let fields: [(String, Int?)] = [
        ("7", 7), ("0", 0), ("60", 60), ("61", nil), ("9999999999", nil),
        ("99999999999999999999999", nil), ("soon", 1), ("-1", 1), ("+7", 1), ("", 1),
        ("Sun, 06 Nov 1994 08:49:47 GMT", 10), ("Sun, 06 Nov 1994 08:49:07 GMT", 0),
        ("Sun, 06 Nov 1994 09:49:37 GMT", nil),
    ]

    @Test("Retry-After is read in seconds and as a date; the caller gets a long one", arguments: fields)
    func retryAfter(field: String, seconds: Int?) {
        let response = CardeaResponse(status: 503, fields: [.retryAfter: field])
        #expect(delay(.responded(response)) == seconds.map { .seconds($0) })
    }

    @Test("jitter shortens a delay by its share at most")
    func jitter() {
        let retries = RequestRetries()
        let delays = (0..<200).compactMap { _ in delay(.failed(.lostResponse), .get, count: 2, retries) }
        #expect(delays.count == 200)
        #expect(delays.allSatisfy { (.seconds(2))...(.seconds(4)) ~= $0 })
        #expect(Set(delays).count > 100)
    }
}
