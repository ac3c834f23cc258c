package import CardeaIdentityDomain

/// Reads the record of security events, and keeps it short.
package struct SecurityEvents: Sendable {
    private let repository: any SecurityEventRepository
    private let clock: any WallClock

    package init(repository: any SecurityEventRepository, clock: any WallClock) {
        self.repository = repository
        self.clock = clock
    }

    /// The events that a search finds, newest first.
    package func list(
        _ search: SecurityEventSearch
    ) async throws(IdentityError) -> [RecordedSecurityEvent] {
        do throws(StoreError) {
            return try await repository.securityEvents(search)
        } catch {
            throw IdentityError(error)
        }
    }

    /// Deletes some of the events that are older than a retention period.
    ///
    /// - Returns: How many; fewer than the limit only when none is left.
    package func delete(olderThan retention: TimeSpan, limit: Int) async throws(IdentityError) -> Int {
        do throws(StoreError) {
            return try await repository.deleteSecurityEvents(before: clock.now() - retention, limit: limit)
        } catch {
            throw IdentityError(error)
        }
    }
}
