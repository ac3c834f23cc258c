import CardeaIdentityDomain

extension Cleanup {
    /// Deletes some of the codes that expired a day ago.
    ///
    /// Until then a response can say that they expired.
    ///
    /// - Returns: The number that were deleted: fewer than the limit only if none is left.
    package func deleteExpiredCodes(limit: Int) async throws(IdentityError) -> Int {
        let hashes = try await store.read(.actionCodes(expiredBefore: clock.now() - .days(1), limit: limit))
        try await store.make(hashes.map { .actionCode(.delete(hash: $0)) }, by: .server)
        return hashes.count
    }

    /// Deletes some of the verified sign-ins that expired.
    ///
    /// - Returns: The number that were deleted: fewer than the limit only if none is left.
    package func deleteExpiredPendingIdentities(limit: Int) async throws(IdentityError) -> Int {
        let hashes = try await store.read(.pendingIdentities(expiredBefore: clock.now(), limit: limit))
        try await store.make(hashes.map { .identity(.deletePending(hash: $0)) }, by: .server)
        return hashes.count
    }
}
