public import CardeaSession
import CardeaLocks

/// A store that fails on demand or by a plan.
///
/// It can also be late, or stop as if its process had been killed.
///
///     let disk = InMemoryStore()
///     let store = FaultInjectingStore(disk)
///     store.fail(.save, .locked, times: 1)
///     // The next write fails as on a device that is locked; the one after it works.
public final class FaultInjectingStore: CredentialStore {
    private struct Fault {
        let error: StoreError
        var skipped: Int
        var remaining: Int
        let isAfterwards: Bool
    }

    private let store: any CredentialStore
    private let plan: FaultPlan?
    private let clock: any SessionClock
    private let faults = Mutex<[StoreOperation: Fault]>([:])
    private let log = CallLog<StoreOperation>()

    /// Creates a store that passes everything on to another one.
    ///
    /// - Parameters:
    ///   - store: The store that does the work.
    ///   - plan: The random faults, beside those of `fail`.
    ///   - clock: The clock by which it is late.
    public init(
        _ store: any CredentialStore = InMemoryStore(),
        plan: FaultPlan? = nil,
        clock: (any SessionClock)? = nil
    ) {
        self.store = store
        self.plan = plan
        self.clock = clock ?? SystemClock()
    }

    /// Makes an operation fail.
    ///
    /// - Parameters:
    ///   - operation: Which one.
    ///   - code: How it fails.
    ///   - skipped: How many times it works before.
    ///   - times: How many times it fails.
    ///   - afterwards: Whether it takes effect before it fails, as when the device fails in between.
    public func fail(
        _ operation: StoreOperation,
        _ code: StoreError.Code,
        after skipped: Int = 0,
        times: Int = .max,
        afterwards: Bool = false
    ) {
        let fault = Fault(
            error: StoreError(code, "injected"),
            skipped: skipped,
            remaining: times,
            isAfterwards: afterwards
        )
        faults.withLock { $0[operation] = fault }
    }

    /// Makes an operation, or every one, work again.
    public func heal(_ operation: StoreOperation? = nil) {
        faults.withLock { faults in
            if let operation { faults[operation] = nil } else { faults = [:] }
        }
    }

    /// Stops the store permanently: later calls have no effect.
    public func kill() {
        for operation in StoreOperation.allCases { fail(operation, .failed) }
    }

    /// The calls so far, in order.
    public var operations: [StoreOperation] { log.calls }

    /// Waits until so many operations have been called, or the task is cancelled.
    public func operations(reach count: Int) async {
        await log.reaches(count)
    }

    /// Reads, or fails.
    public func load() async throws(StoreError) -> CredentialRecord? {
        try await run(.load) { () async throws(StoreError) in try await store.load() }
    }

    /// Writes, or fails.
    public func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        // A session that is stored while its own process is told otherwise is in two hands, and neither can know.
        try await run(.save, isDenied: version != nil) { () async throws(StoreError) in
            try await store.save(record, replacing: version)
        }
    }

    /// Deletes, or fails.
    public func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await run(.delete) { () async throws(StoreError) in try await store.delete(version) }
    }

    /// Gives access, or fails.
    public func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await run(.exclusiveAccess) { () async throws(StoreError) in
            try await store.exclusiveAccess()
        }
    }

    /// The other store's sibling, which has no faults.
    public func sibling(named name: String) -> (any CredentialStore)? { store.sibling(named: name) }

    /// Does something, or fails; the plan may also do it and deny that, where that is allowed.
    private func run<Result>(
        _ operation: StoreOperation,
        isDenied: Bool = true,
        _ work: () async throws(StoreError) -> Result
    ) async throws(StoreError) -> Result {
        _ = log.append(operation)
        let fault = takeFault(operation, isDenied: isDenied)
        if let fault, !fault.isAfterwards { try await suffer(fault) }
        let result = try await work()
        if let fault, fault.isAfterwards { try await suffer(fault) }
        return result
    }

    private func suffer(_ fault: FaultPlan.StoreFault) async throws(StoreError) {
        switch fault.kind {
        case .failure(let error): throw error
        case .delay(let duration): try? await clock.sleep(for: duration)
        }
    }

    private func takeFault(_ operation: StoreOperation, isDenied: Bool) -> FaultPlan.StoreFault? {
        if let asked = takeAskedFault(operation) {
            return FaultPlan.StoreFault(kind: .failure(asked.error), isAfterwards: asked.isAfterwards)
        }
        return plan?.storeFault(isDenied: isDenied)
    }

    private func takeAskedFault(_ operation: StoreOperation) -> Fault? {
        faults.withLock { faults in
            guard var fault = faults[operation], fault.remaining > 0 else { return nil }
            defer { faults[operation] = fault }
            if fault.skipped > 0 {
                fault.skipped -= 1
                return nil
            }
            fault.remaining -= 1
            return fault
        }
    }
}
