import CardeaSession

/// A store whose process can end at any step of a rotation that the store sees.
struct DeadlyStore: CredentialStore {
    let store: any CredentialStore
    let death: KillPoint?

    func load() async throws(StoreError) -> CredentialRecord? { try await store.load() }

    func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        let isJournal = record.attempt != nil
        if death == (isJournal ? .duringJournalWrite : .duringStoreWrite) { dieInTheNextFile(after: 16) }
        try await store.save(record, replacing: version)
        (isJournal ? KillPoint.afterJournalWrite : .afterStoreWrite).reached(by: death)
    }

    func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await store.delete(version)
    }

    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        KillPoint.beforeLock.reached(by: death)
        let access = try await store.exclusiveAccess()
        KillPoint.afterLock.reached(by: death)
        return access
    }
}

/// A refresher whose process can end while a refresh is on its way, or just when its response is here.
struct DeadlyRefresher: CredentialRefresher {
    let refresher: any CredentialRefresher
    let death: KillPoint?

    func canRefresh(_ credential: SessionCredential) -> Bool { refresher.canRefresh(credential) }

    func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        if death == .afterSending {
            // How far the request gets in this time is for the machine to say; every way must be survived.
            Task.detached {
                try? await Task.sleep(for: .milliseconds(Int.random(in: 0...3)))
                KillPoint.afterSending.reached(by: death)
            }
        }
        let refreshed = try await refresher.refresh(credential, attempt: attempt)
        KillPoint.afterSending.reached(by: death)
        KillPoint.afterResponse.reached(by: death)
        return refreshed
    }
}
