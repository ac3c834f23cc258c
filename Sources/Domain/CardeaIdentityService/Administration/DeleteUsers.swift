package import CardeaIdentityDomain

extension UserAdministration {
    /// Deletes users with all their sessions (U12).
    ///
    /// A user that does not exist counts as deleted.
    ///
    /// Each user is a transaction of its own, and they share commits: other transactions run in between.
    ///
    /// - Parameters:
    ///   - ids: The users.
    ///   - pool: Their pool.
    ///   - disabledOnly: Whether users that are not disabled are kept.
    ///   - actor: The identity behind the change.
    /// - Returns: The positions in `ids` of the users that were kept.
    /// - Throws: An error of the store. Some of the users may be deleted then; they can be deleted again.
    package func delete(
        _ ids: [UserID],
        in pool: UserPool,
        disabledOnly: Bool,
        by actor: Actor
    ) async throws(IdentityError) -> [Int] {
        var spared: [Int] = []
        for start in stride(from: 0, to: ids.count, by: Self.deletionsAtOnce) {
            let outcomes = await withTaskGroup(of: (Int, Result<Bool, IdentityError>).self) { group in
                for index in ids.indices[start...].prefix(Self.deletionsAtOnce) {
                    group.addTask {
                        (
                            index,
                            await deletion(of: ids[index], in: pool, disabledOnly: disabledOnly, by: actor)
                        )
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (index, isDeleted) in outcomes where try !isDeleted.get() { spared.append(index) }
        }
        return spared.sorted()
    }

    private static let deletionsAtOnce = 32

    /// - Returns: Whether the user does not exist any more.
    private func deletion(
        of id: UserID,
        in pool: UserPool,
        disabledOnly: Bool,
        by actor: Actor
    ) async -> Result<Bool, IdentityError> {
        let now = clock.now()
        do throws(IdentityError) {
            return .success(
                try await store.transact(.user(id, in: pool), by: actor) { user in
                    guard let user else { return .unchanged(true) }
                    guard user.isDisabled || !disabledOnly else { return .unchanged(false) }
                    return Decision([.user(.delete(id, pool, at: now))], true)
                }
            )
        } catch {
            return .failure(error)
        }
    }
}
