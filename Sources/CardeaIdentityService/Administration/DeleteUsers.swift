package import CardeaIdentityDomain

extension IdentityService {
    /// Deletes accounts with all their sessions (U12); one that is not there counts as deleted.
    ///
    /// Each account is a transaction of its own, and they share commits: others have their turn in between.
    ///
    /// - Parameters:
    ///   - ids: The accounts.
    ///   - pool: Whose accounts.
    ///   - disabledOnly: Whether accounts that are not disabled are spared.
    /// - Returns: The positions in `ids` of the accounts that were spared.
    /// - Throws: What keeps the store from working; some of the accounts are gone then, and to delete them
    ///   again is no error.
    package func deleteUsers(
        _ ids: [UserID],
        in pool: UserPool,
        disabledOnly: Bool
    ) async throws(IdentityError) -> [Int] {
        var spared: [Int] = []
        for start in stride(from: 0, to: ids.count, by: Self.deletionsAtOnce) {
            let outcomes = await withTaskGroup(of: (Int, Result<Bool, IdentityError>).self) { group in
                for index in ids.indices[start...].prefix(Self.deletionsAtOnce) {
                    group.addTask { (index, await delete(ids[index], in: pool, disabledOnly: disabledOnly)) }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            for (index, isDeleted) in outcomes where try !isDeleted.get() { spared.append(index) }
        }
        return spared.sorted()
    }

    private static let deletionsAtOnce = 32

    /// - Returns: Whether there is no such account any more.
    private func delete(
        _ id: UserID,
        in pool: UserPool,
        disabledOnly: Bool
    ) async -> Result<Bool, IdentityError> {
        let now = clock.now()
        do throws(IdentityError) {
            return .success(
                try await transact(Selection(user: .id(id, pool))) { found in
                    guard let user = found.user else { return .unchanged(true) }
                    guard user.isDisabled || !disabledOnly else { return .unchanged(false) }
                    return Decision([.deleteUser(id, pool, at: now)], true)
                }
            )
        } catch {
            return .failure(error)
        }
    }
}
