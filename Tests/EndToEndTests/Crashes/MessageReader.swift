/// An actor that requests messages, and uses their codes when they have arrived.
protocol MessageReader: CrashActor {
    var ledger: MessageLedger { get }

    /// Uses all codes of one topic.
    func use(_ arrivals: [Arrival]) async throws
}

extension MessageReader {
    /// Uses the codes that may be used now.
    func useMessages(isSettled: Bool = false) async throws {
        for arrivals in try await ledger.usable(isSettled: isSettled) { try await use(arrivals) }
    }

    func settle() async throws {
        try await ledger.settle()
        try await useMessages(isSettled: true)
    }
}
