package import CardeaIdentityDomain

extension IdentityService {
    /// Deletes some of the sessions that ended at least a retention period ago.
    ///
    /// - Parameters:
    ///   - retention: How long a session is kept after its end, so that its tokens are told why it ended.
    ///   - limit: The most to delete at one time.
    /// - Returns: How many went; fewer than the limit only when none is left.
    /// - Throws: What keeps the store from working.
    package func deleteSessions(
        endedFor retention: TimeSpan,
        limit: Int
    ) async throws(IdentityError) -> Int {
        let moment = clock.now() - retention
        return try await stored { () async throws(StoreError) in
            try await users.deleteSessions(endedBefore: moment, limit: limit)
        }
    }
}
