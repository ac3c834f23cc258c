import CardeaLocks
import CardeaThreads
import Foundation
import Testing

@Suite("Threads")
struct ThreadsTests {
    /// The name and the nice value of the calling thread.
    private static var identity: (name: String, nice: Int?) {
        let path = "/proc/thread-self/"
        let name = (try? String(contentsOfFile: path + "comm", encoding: .utf8)) ?? ""
        let status = (try? String(contentsOfFile: path + "stat", encoding: .utf8)) ?? ""
        // Field 19 of the line; the name in field 2 may contain spaces.
        let fields = status.split(separator: ")").last?.split(separator: " ") ?? []
        return (name.trimmingCharacters(in: .newlines), fields.count > 16 ? Int(fields[16]) : nil)
    }

    @Test("a thread has its name and its priority, and join waits for its end")
    func identity() throws {
        let found = Mutex<[String: Int?]>([:])
        let report: @Sendable () -> Void = {
            let (name, nice) = Self.identity
            found.withLock { $0[name] = nice }
        }
        let threads = [
            try OSThread("normal", report), try OSThread("lowest", priority: .lowest, report),
            try OSThread("a name that is too long", report),
        ]
        for thread in threads { thread.join() }
        let nice = try #require(Self.identity.nice)
        #expect(found.withLock { $0 } == ["normal": nice, "lowest": 19, "a name that is ": nice])
    }

    @Test("a detached thread runs its work, and releases it")
    func detached() async throws {
        final class Witness: Sendable {
            let gone: Latch
            init(_ gone: Latch) { self.gone = gone }
            deinit { gone.open() }
        }
        let (done, gone) = (Latch(), Latch())
        let witness = Witness(gone)
        try OSThread.detach("work") { [witness] in withExtendedLifetime(witness) { done.open() } }
        await done.wait()
        _ = consume witness
        await gone.wait()
    }

    @Test("a latch that is open lets every task continue, also later ones")
    func latch() async {
        let latch = Latch()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<10 { group.addTask { await latch.wait() } }
            latch.open()
        }
        await latch.wait()
        latch.open()
    }

    @Test("a queue rejects elements beyond its capacity, and after its end")
    func queueLimits() {
        let queue = BatchQueue<Int>(capacity: 2)
        #expect(queue.put(1) == .accepted)
        #expect(queue.put(2) == .accepted)
        #expect(queue.put(3) == .full)
        var batch: [Int] = []
        #expect(queue.takeAll(into: &batch))
        #expect(batch == [1, 2])
        batch = []
        #expect(queue.put(4) == .accepted)
        queue.close()
        #expect(queue.put(5) == .closed)
        #expect(queue.takeAll(into: &batch))
        #expect(batch == [4])
        batch = []
        #expect(!queue.takeAll(into: &batch))
        #expect(batch.isEmpty)
    }

    @Test("elements of many threads arrive once, in the order of each thread")
    func manyThreads() throws {
        let queue = BatchQueue<(Int, Int)>(capacity: 4_000)
        let writers = try (0..<4).map { writer in
            try OSThread("writer") { for index in 0..<1_000 { _ = queue.put((writer, index)) } }
        }
        let closing = try OSThread("closing") {
            for writer in writers { writer.join() }
            queue.close()
        }
        var (all, batch): ([(Int, Int)], [(Int, Int)]) = ([], [])
        while queue.takeAll(into: &batch) {
            all += batch
            batch.removeAll(keepingCapacity: true)
        }
        closing.join()
        #expect(all.count == 4_000)
        for writer in 0..<4 { #expect(all.filter { $0.0 == writer }.map(\.1) == Array(0..<1_000)) }
    }

    @Test("a monitor wakes a waiting thread when its condition is true")
    func monitor() throws {
        let monitor = Monitor(0)
        let thread = try OSThread("waits") {
            let seen = monitor.wait { $0 == 3 ? $0 : nil }
            monitor.change { $0 = seen * 10 }
        }
        for _ in 0..<3 { monitor.change { $0 += 1 } }
        thread.join()
        #expect(monitor.change { $0 } == 30)
    }
}
