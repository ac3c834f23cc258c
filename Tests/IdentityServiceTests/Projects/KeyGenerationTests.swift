import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityStore
import CardeaLocks
import CardeaSQLiteDriver
import Dispatch
import LoggingTestSupport
import Testing

@Suite("Generation of keys")
struct KeyGenerationTests {
    @Test("keys that administrators request are generated beside the event loop of the request")
    func besideTheLoop() async throws {
        let random = WatchedRandom()
        let store = SQLIdentityStore(try SQLiteDatabase.open(.memory))
        try await store.migrate()
        let projects = try await ProjectDirectory.load(
            from: store,
            masterKey: Server.masterKey,
            publicURL: "https://id.example",
            clock: ManualClock(),
            random: random,
            logger: .silent
        )
        let requests = Task(executorPreference: Loop()) {
            var policy = Policy()
            policy.tokens.signingAlgorithm = .rs256
            let project = try await projects.create(ProjectID(rawValue: "shop"), policy: policy)
            try await projects.rotateSigningKey(of: project.id)
            try await projects.change(project) { $0.policy.tokens.signingAlgorithm = .edDSA }
            let accounts = ServiceAccounts(projects: projects)
            let id = ServiceAccountID(project: project.id, name: "back-end")
            _ = try await accounts.create(id, displayName: nil)
            _ = try await accounts.addKey(to: id)
            return Loop.isCurrent
        }
        #expect(try await requests.value, "the requests run on the loop")
        // Each key gets an ID of twenty bytes where it is generated.
        #expect(random.keyIDs == .init(onLoop: 0, elsewhere: 5))
    }
}

/// An executor of one thread, as an event loop is.
private final class Loop: TaskExecutor {
    private static let mark = DispatchSpecificKey<Bool>()
    private let queue = DispatchQueue(label: "loop")

    init() { queue.setSpecific(key: Self.mark, value: true) }

    /// Whether the calling code runs on a loop.
    static var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// Randomness that counts the IDs of keys.
private final class WatchedRandom: RandomSource {
    struct Count: Equatable {
        var onLoop = 0
        var elsewhere = 0
    }

    private let source = SeededRandom()
    private let count = Mutex(Count())

    var keyIDs: Count { count.withLock { $0 } }

    func word() -> UInt64 { source.word() }

    func bytes(_ length: Int) -> [UInt8] {
        if length == 20 {
            count.withLock { if Loop.isCurrent { $0.onLoop += 1 } else { $0.elsewhere += 1 } }
        }
        return source.bytes(length)
    }
}
