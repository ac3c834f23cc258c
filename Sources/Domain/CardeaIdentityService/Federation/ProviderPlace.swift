package import CardeaIdentityDomain
import CardeaLocks

/// The place of one verification among those of its network that wait for its provider.
///
/// It is taken before the verification first waits for a response, and kept until the verification ends. A verification
/// that needs no response never takes it.
package final class ProviderPlace: Sendable {
    private let begin: @Sendable (ProviderID) -> TimeSpan?
    private let end: @Sendable (ProviderID) -> Void
    private let taken = Mutex<ProviderID?>(nil)

    /// - Parameters:
    ///   - begin: Takes a place, or returns how long to wait for one.
    ///   - end: Gives the place back.
    package init(
        begin: @escaping @Sendable (ProviderID) -> TimeSpan?,
        end: @escaping @Sendable (ProviderID) -> Void
    ) {
        self.begin = begin
        self.end = end
    }

    /// The place of work that no client has requested.
    package static var unlimited: ProviderPlace { ProviderPlace(begin: { _ in nil }, end: { _ in }) }

    /// Takes the place, if it was not taken before.
    ///
    /// - Throws: `.busy` if the network has no place left.
    package func take(at provider: ProviderID) throws(ProviderError) {
        let wait: TimeSpan? = taken.withLock { taken in
            guard taken == nil else { return nil }
            let wait = begin(provider)
            if wait == nil { taken = provider }
            return wait
        }
        if let wait { throw .busy(retryAfter: wait) }
    }

    /// Gives the place back, if it was taken.
    func release() {
        let provider = taken.withLock { taken in
            defer { taken = nil }
            return taken
        }
        if let provider { end(provider) }
    }
}
