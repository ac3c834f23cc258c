import CardeaLocks

/// The work of the present task for an engine.
///
/// A request that the task sends with the same engine must not wait for the task itself.
struct EngineTask: Sendable {
    /// A kind of work, and which one it is.
    enum Work: Sendable {
        /// Carries out a refresh; requests carry this credential.
        case refresh(UInt64, SessionMachine.IssuedCredential)
        /// Brings a new credential.
        case replacement(UInt64)
        /// Asks the user to authenticate again.
        case stepUp(UInt64)
    }

    /// The outermost first: work for one engine may begin work for another.
    @TaskLocal private static var current: [EngineTask] = []

    private let engine: ObjectIdentifier
    private let work: Work

    /// Runs a body as a part of some work.
    static func run<Result>(
        _ work: Work,
        for engine: SessionEngine,
        _ body: () async -> Result
    ) async -> Result {
        let tasks = current + [EngineTask(engine: ObjectIdentifier(engine), work: work)]
        return await $current.withValue(tasks, operation: body)
    }

    /// The work for an engine that a closure knows, the innermost first.
    fileprivate static func all<Value>(for engine: SessionEngine, _ value: (Work) -> Value?) -> [Value] {
        guard !current.isEmpty else { return [] }
        let id = ObjectIdentifier(engine)
        return current.reversed().compactMap { $0.engine == id ? value($0.work) : nil }
    }
}

extension SessionEngine {
    /// The credential that the present task's requests carry, if the task carries out the refresh under way.
    var credentialOfOwnRefresh: SessionMachine.IssuedCredential? {
        let own = EngineTask.all(for: self) { work in
            if case .refresh(let id, let issued) = work { (id, issued) } else { nil }
        }
        guard let (id, issued) = own.first else { return nil }
        return core.withLock { $0.machine.refresh?.id == id } ? issued : nil
    }

    /// The replacements of the credential that the present task is a part of.
    var ownReplacements: [UInt64] {
        EngineTask.all(for: self) { work in
            if case .replacement(let id) = work { id } else { nil }
        }
    }

    /// Whether the present task asks the user: a request of its own cannot wait for the response.
    var isAskingUser: Bool {
        let own = EngineTask.all(for: self) { work in
            if case .stepUp(let id) = work { id } else { nil }
        }
        guard let own = own.first else { return false }
        return core.withLock { $0.stepUps.isOpen(own) }
    }
}
