package import CardeaIdentityDomain

extension Cleanup {
    /// Deletes some of the sessions and tombstones that are older than a retention period.
    ///
    /// They are looked for outside the transaction, because what has ended does not change. The transaction is short:
    /// between two of them others run.
    ///
    /// - Parameters:
    ///   - retention: How long an ended session is kept, so that responses to its tokens name the reason.
    ///   - limit: The largest number to delete at one time.
    /// - Returns: The number that were deleted: fewer than the limit only if none is left.
    /// - Throws: An error of the store.
    package func deleteSessions(
        endedFor retention: TimeSpan,
        limit: Int
    ) async throws(IdentityError) -> Int {
        let moment = clock.now() - retention
        let ended = try await store.read(.sessions(.ended(before: moment, limit: limit)))
        let left = limit - ended.count
        let tombstones =
            left > 0 ? try await store.read(.sessions(.tombstones(before: moment, limit: left))) : []
        try await store.make(
            ended.map { .session(.delete($0)) } + tombstones.map { .session(.deleteTombstone($0)) },
            by: .server
        )
        return ended.count + tombstones.count
    }
}
