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
    private static func projects(_ random: WatchedRandom) async throws -> ProjectDirectory {
        let store = SQLIdentityStore(try SQLiteDatabase.open(.memory))
        try await store.migrate()
        return try await ProjectDirectory.load(
            from: store,
            masterKey: Server.masterKey,
            publicURL: "https://id.example",
            clock: ManualClock(),
            random: random,
            logger: .silent
        )
    }

    @Test("keys that administrators request are generated beside the event loop of the request")
    func besideTheLoop() async throws {
        let random = WatchedRandom()
        let projects = try await Self.projects(random)
        let requests = Task(executorPreference: Loop()) {
            var policy = Policy()
            policy.tokens.signingAlgorithm = .rs256
            let project = try await projects.create(ProjectID(rawValue: "shop"), policy: policy, by: .server)
            try await projects.rotateSigningKey(of: project.id, by: .server)
            try await projects.change(project, by: .server) { $0.policy.tokens.signingAlgorithm = .edDSA }
            let accounts = ServiceAccounts(projects: projects)
            let id = ServiceAccountID(project: project.id, name: "back-end")
            _ = try await accounts.create(id, displayName: nil, by: .server)
            _ = try await accounts.addKey(to: id, by: .server)
            return Loop.isCurrent
        }
        #expect(try await requests.value, "the requests run on the loop")
        // Each key gets an ID of twenty bytes where it is generated.
        #expect(random.keyIDs == .init(onLoop: 0, elsewhere: 5))
    }

    @Test(
        "a key whose request is abandoned is not kept, and is not generated if it waited (security 25)",
        arguments: [Abandonment.waiting, .underWay]
    )
    func abandoned(_ abandonment: Abandonment) async throws {
        let random = WatchedRandom()
        let projects = try await Self.projects(random)
        let project = try await projects.create(ProjectID(rawValue: "shop"), by: .server)
        let accounts = ServiceAccounts(projects: projects)
        let kept = try await accounts.create(
            ServiceAccountID(project: project.id, name: "kept"),
            displayName: nil,
            by: .server
        ).account
        let generated = random.keyIDs.elsewhere
        let requests: [@Sendable () async throws -> Void] = [
            {
                _ = try await accounts.create(
                    .init(project: project.id, name: "new"),
                    displayName: nil,
                    by: .server
                )
            },
            { _ = try await accounts.addKey(to: kept.id, by: .server) },
            { _ = try await projects.create(ProjectID(rawValue: "other"), by: .server) },
            { try await projects.rotateSigningKey(of: project.id, by: .server) },
        ]
        for (index, request) in requests.enumerated() {
            let (beginning, begin) = AsyncStream<Void>.makeStream()
            let task = Task {
                for await _ in beginning {}
                try await request()
            }
            if abandonment == .waiting { task.cancel() } else { random.onKeyID { task.cancel() } }
            begin.finish()
            await #expect(throws: (any Error).self, "request \(index)") { try await task.value }
            random.onKeyID {}
        }
        let count = abandonment == .waiting ? generated : generated + requests.count
        #expect(random.keyIDs.elsewhere == count)
        let left = try await accounts.list(of: project.id)
        #expect(left.map(\.id) == [kept.id] && left.first?.keys.map(\.id) == kept.keys.map(\.id))
        #expect(projects.all().map(\.id) == [project.id])
    }

    enum Abandonment { case waiting, underWay }
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
    private let action = Mutex<@Sendable () -> Void>({})

    var keyIDs: Count { count.withLock { $0 } }

    /// Runs an action while the next keys are generated.
    func onKeyID(_ action: @escaping @Sendable () -> Void) { self.action.withLock { $0 = action } }

    func word() -> UInt64 { source.word() }

    func bytes(_ length: Int) -> [UInt8] {
        if length == 20 {
            action.withLock(\.self)()
            count.withLock { if Loop.isCurrent { $0.onLoop += 1 } else { $0.elsewhere += 1 } }
        }
        return source.bytes(length)
    }
}
