import CardeaIdentityDomain

@testable import CardeaIdentityService

extension Delivery {
    /// One round of `run`: attempts the messages that are due, as many as may run at a time, and waits for the attempts.
    ///
    /// - Returns: The number that were attempted.
    @discardableResult
    func deliverDue() async throws(IdentityError) -> Int {
        let claimed = try await claimDue()
        await withDiscardingTaskGroup { group in
            for message in claimed { group.addTask { await attempt(message) } }
        }
        return claimed.count
    }
}
