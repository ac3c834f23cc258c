extension AsyncLock {
    /// Waits for the lock, and holds it until the returned access is ended.
    ///
    /// - Throws: `StoreError` with the code `cancelled` when the calling task is cancelled while it waits.
    func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        guard await acquire() else { throw StoreError(.cancelled) }
        return ExclusiveAccess { self.release() }
    }
}
