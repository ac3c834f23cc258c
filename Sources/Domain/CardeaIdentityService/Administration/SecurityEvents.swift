package import CardeaIdentityDomain

/// Reads the record of security events, and deletes its oldest entries.
package struct SecurityEvents: Sendable {
    private let store: any IdentityStore
    private let clock: any WallClock

    package init(store: any IdentityStore, clock: any WallClock) {
        self.store = store
        self.clock = clock
    }

    /// The events that a search finds, newest first.
    package func list(
        _ search: SecurityEventSearch
    ) async throws(IdentityError) -> [RecordedSecurityEvent] {
        do throws(StoreError) { return try await store.read(search) } catch { throw IdentityError(error) }
    }

    /// Deletes some of the events that are older than a retention period, in one short transaction.
    ///
    /// They are looked for outside the transaction, because an event never changes.
    ///
    /// - Returns: The number that were deleted: fewer than the limit only if none is left.
    package func delete(olderThan retention: TimeSpan, limit: Int) async throws(IdentityError) -> Int {
        do throws(StoreError) {
            let numbers = try await store.read(.securityEvents(before: clock.now() - retention, limit: limit))
            guard !numbers.isEmpty else { return 0 }
            try await store.transact(by: .server) {
                Decision(numbers.map { .securityEvent(.delete($0)) }, ())
            }
            return numbers.count
        } catch {
            throw IdentityError(error)
        }
    }
}
