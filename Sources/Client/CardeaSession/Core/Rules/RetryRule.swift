import Foundation
import CardeaHTTPTransport

/// Decides whether a failed request is sent again, and after what delay.
struct RetryRule: Sendable {
    /// The result of the request.
    enum Outcome: Sendable {
        case responded(CardeaResponse)
        case failed(TransportError)
    }

    let retries: RequestRetries
    let method: RequestMethod

    /// Whether what it came to may be over a moment later, and the request may reach the server twice.
    func isPassing(_ outcome: Outcome) -> Bool {
        switch outcome {
        case .responded(let response): retries.statuses.contains(response.status) && isRepeatable
        case .failed(let error):
            Self.passing.contains(error.code) && (isRepeatable || !error.mayHaveBeenReceived)
        }
    }

    /// The delay before the request is sent again.
    ///
    /// - Parameters:
    ///   - outcome: Its result.
    ///   - count: How often it was sent again already.
    ///   - now: The time of day for a `Retry-After` that names a date, if the response has no `Date`.
    ///   - random: Shortens delays by chance.
    /// - Returns: The delay; `nil` when the caller gets the outcome.
    func delay(
        after outcome: Outcome,
        count: Int,
        now: Date,
        using random: inout some RandomNumberGenerator
    ) -> Duration? {
        guard count < retries.policy.limit, isPassing(outcome) else { return nil }
        if case .responded(let response) = outcome,
            let wanted = response.fields.retryAfter(now: response.date ?? now)
        {
            return wanted <= retries.longestRetryAfter ? wanted : nil
        }
        return retries.policy.delay(before: count, using: &random)
    }

    private var isRepeatable: Bool { retries.methods.contains(method) }

    private static let passing: Set<TransportError.Code> = [.timedOut, .connectionLost, .cannotConnect]
}
