import CardeaLocks

/// What marks a task as part of a renewal: a call that it makes through the engine itself cannot wait for that renewal.
struct RenewalPart: Sendable {
    @TaskLocal private static var current: RenewalPart?

    private let engine: ObjectIdentifier
    private let refresh: UInt64
    private let ticket: SessionMachine.Ticket

    /// Runs what carries a renewal out: a refresher, or a profile reader.
    ///
    /// - Parameters:
    ///   - engine: The engine that renews.
    ///   - refresh: The renewal.
    ///   - record: The credential that is handed to it, which its own calls through the engine carry.
    ///   - body: What is part of the renewal.
    /// - Returns: What `body` returns.
    static func run<Result>(
        of engine: SessionEngine,
        _ refresh: SessionMachine.Refresh,
        with record: CredentialRecord,
        _ body: () async -> Result
    ) async -> Result {
        let ticket = SessionMachine.Ticket(record)
        let part = RenewalPart(engine: ObjectIdentifier(engine), refresh: refresh.id, ticket: ticket)
        return await $current.withValue(part, operation: body)
    }

    /// The credential that calls of this task carry; `nil` when it is no part of a renewal that is under way.
    static func ticket(in engine: SessionEngine) -> SessionMachine.Ticket? {
        guard let current, current.engine == ObjectIdentifier(engine) else { return nil }
        return engine.core.withLock { $0.machine.refresh?.id == current.refresh } ? current.ticket : nil
    }
}
