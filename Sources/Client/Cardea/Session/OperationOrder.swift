internal import CardeaLocks
internal import CardeaSession

/// The order in which the requests of one user's operations began, which is the order in which their responses apply.
///
/// Responses can arrive in another order. One that arrives after the response to a later request has older tokens and an
/// older profile: it changes nothing.
final class OperationOrder: Sendable {
    /// A part of a response.
    enum Part: Sendable {
        case tokens, profile
    }

    /// The place of an operation.
    final class Operation: Sendable {
        fileprivate let place: Mutex<UInt64>

        fileprivate init(_ place: UInt64) { self.place = Mutex(place) }
    }

    private struct State {
        /// The last place that was taken.
        var last: UInt64 = 0
        /// The place of the last operation that brought each part.
        var applied: [Part: UInt64] = [:]
    }

    private let state = Mutex(State())
    private let turns = SerialQueue()

    /// Takes the place of an operation that begins now.
    func begin() -> Operation { Operation(nextPlace()) }

    /// Gives an operation the last place: its request is about to be sent, maybe once more.
    func restart(_ operation: Operation) {
        let place = nextPlace()
        operation.place.withLock { $0 = place }
    }

    /// Applies a part of the response to an operation, unless a later one has brought the same.
    ///
    /// - Returns: Whether it was applied.
    func apply(
        _ part: Part,
        of operation: Operation,
        _ change: @escaping @Sendable () async throws(SessionError) -> Void
    ) async throws(SessionError) -> Bool {
        let outcome = await turns.run { () async -> Result<Bool, SessionError> in
            let place = operation.place.withLock(\.self)
            let isLatest = self.state.withLock { state in
                guard state.applied[part, default: 0] <= place else { return false }
                state.applied[part] = place
                return true
            }
            guard isLatest else { return .success(false) }
            do throws(SessionError) {
                try await change()
                return .success(true)
            } catch {
                return .failure(error)
            }
        }
        return try outcome.get()
    }

    private func nextPlace() -> UInt64 {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }
}
