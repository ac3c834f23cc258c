import Foundation
import Testing

@testable import CardeaPasswordHashing

@Suite("The threads that hash", .serialized, .timeLimit(.minutes(10)))
struct HashingThreadsTests {
    @Test("a hasher without threads reports that they are missing", arguments: [-1, 0, 1, 2])
    func count(requested: Int) {
        let hasher = PasswordHasher(threads: requested)
        #expect(hasher.hasAllThreads == (requested > 0))
    }

    @Test("at most as many jobs run at once as there are threads")
    func exactlySoMany() async {
        let threads = HashingThreads(count: 3, queueLimit: 100)
        let gauge = Shared((now: 0, most: 0))
        let meeting = Meeting(of: 3)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<30 {
                group.addTask {
                    _ = await threads.run {
                        gauge.withLock { gauge in
                            gauge.now += 1
                            gauge.most = max(gauge.most, gauge.now)
                        }
                        // The first who come wait for one another: so many threads there must be.
                        meeting.arrive()
                        gauge.withLock { $0.now -= 1 }
                        return []
                    }
                }
            }
        }
        #expect(gauge.withLock { $0.most } == 3)
    }

    @Test("they run at nice 19")
    func niceness() async throws {
        let threads = HashingThreads(count: 1, queueLimit: 1)
        let stat = try #require(
            await threads.run {
                (try? Data(contentsOf: URL(filePath: "/proc/thread-self/stat"))).map(Array.init)
            }
        )
        // The command in parentheses may hold spaces; niceness is field 19 (proc(5)), the 17th after it.
        let fields =
            String(decoding: stat, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
        #expect(fields[16] == "19")
    }

    @Test("jobs run in their order, and a full queue rejects the next one (security 13)")
    func boundedAndFair() async {
        let threads = HashingThreads(count: 1, queueLimit: 3)
        let gate = Gate()
        let order = Shared<[Int]>([])
        let first = Task {
            await threads.run {
                gate.pass()
                return []
            }
        }
        await gate.isReached()
        var waiting: [Task<[UInt8]?, Never>] = []
        for index in 0..<3 {
            waiting.append(
                Task {
                    await threads.run {
                        order.withLock { $0.append(index) }
                        return []
                    }
                }
            )
            while threads.waiting < index + 1 { await Task.yield() }
        }
        #expect(await threads.run { [] } == nil)
        gate.open()
        #expect(await first.value == [])
        for task in waiting { #expect(await task.value == []) }
        #expect(order.withLock { $0 } == [0, 1, 2])
    }

    @Test("a job whose task is cancelled while it waits is never begun")
    func cancelledWhileWaiting() async {
        let threads = HashingThreads(count: 1, queueLimit: 10)
        let gate = Gate()
        let wasRun = Shared(false)
        let first = Task {
            await threads.run {
                gate.pass()
                return []
            }
        }
        await gate.isReached()
        let waiting = Task {
            await threads.run {
                wasRun.withLock { $0 = true }
                return []
            }
        }
        while threads.waiting < 1 { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        gate.open()
        _ = await first.value
        #expect(await threads.run { [1] } == [1])
        #expect(!wasRun.withLock { $0 })
    }

    @Test("after cancellation at any moment no caller waits")
    func cancellationRaces() async {
        let threads = HashingThreads(count: 2, queueLimit: 1000)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<500 {
                group.addTask {
                    let task = Task { await threads.run { [1] } }
                    for _ in 0..<Int.random(in: 0..<8) { await Task.yield() }
                    task.cancel()
                    let result = await task.value
                    #expect(result == nil || result == [1])
                }
            }
        }
        #expect(threads.waiting == 0)
    }

    @Test("a shutdown rejects waiting and new jobs, completes running ones, and ends the threads")
    func shutdown() async {
        let threads = HashingThreads(count: 4, queueLimit: 10)
        let gates = (0..<4).map { _ in Gate() }
        let begun = gates.map { gate in
            Task {
                await threads.run {
                    gate.pass()
                    return Self.currentThread
                }
            }
        }
        for gate in gates { await gate.isReached() }
        let waiting = Task { await threads.run { [2] } }
        while threads.waiting < 1 { await Task.yield() }
        threads.shutdown()
        #expect(await waiting.value == nil)
        #expect(await threads.run { [3] } == nil)
        for gate in gates { gate.open() }
        var ids: Set<[UInt8]> = []
        for task in begun { ids.insert(await task.value ?? []) }
        #expect(ids.count == 4)
        for id in ids { await Self.waitForEnd(of: id) }
    }

    @Test("the threads end when their owner is released")
    func released() async throws {
        var threads: HashingThreads? = HashingThreads(count: 1, queueLimit: 1)
        let id = try #require(await threads?.run { Self.currentThread })
        threads = nil
        await Self.waitForEnd(of: id)
    }

    /// The kernel's id of the calling thread, in text.
    private static var currentThread: [UInt8] {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")) ?? ""
        return Array((path.split(separator: "/").last ?? "").utf8)
    }

    private static func waitForEnd(of thread: [UInt8]) async {
        let path = "/proc/self/task/" + String(decoding: thread, as: UTF8.self)
        while FileManager.default.fileExists(atPath: path) { await Task.yield() }
    }
}

extension HashingThreads {
    /// Runs work whose result is bytes.
    fileprivate func run(_ work: @escaping @Sendable () -> [UInt8]?) async -> [UInt8]? {
        await run(for: JobOrigin("tests"), work)
    }
}
