import Testing

@testable import CardeaPasswordHashing

@Suite struct FairQueueTests {
    private static func queue(limit: Int, _ jobs: [(String, Int)]) -> (FairQueue<Int>, dropped: [Int]) {
        var queue = FairQueue<Int>(limit: limit)
        var dropped: [Int] = []
        for (origin, job) in jobs {
            let id = queue.reserveID()
            if let job = queue.append(job, id: id, from: JobOrigin(origin)) { dropped.append(job) }
        }
        return (queue, dropped)
    }

    private static func drain(_ queue: FairQueue<Int>) -> [Int] {
        var queue = queue
        return queue.close()
    }

    @Test("origins take turns, and each is served in its own order (security 27)") func originsTakeTurnsEach()
    {
        let (queue, dropped) = Self.queue(
            limit: 100,
            (0..<6).map { ("flood", $0) } + [("a", 10), ("b", 20), ("a", 11)]
        )
        #expect(dropped.isEmpty)
        #expect(Self.drain(queue) == [0, 10, 20, 1, 11, 2, 3, 4, 5])
    }

    @Test("one origin may use the whole queue while no other needs it (security 27)")
    func oneOriginMayUse() {
        let (queue, dropped) = Self.queue(
            limit: 4,
            (0..<6).map { ("flood", $0) } + [("a", 10), ("a", 11), ("a", 12), ("b", 20)]
        )
        // The flood's own surplus, its last two for `a`, the third of `a`, and one of the longest for `b`.
        #expect(dropped.prefix(5) == [4, 5, 3, 2, 12])
        #expect(dropped.count == 6)
        #expect(Set(Self.drain(queue)).isSuperset(of: [0, 10, 20]))
    }

    @Test("a queue of length 0 rejects every job") func queueOfLengthZero() {
        #expect(Self.queue(limit: 0, [("a", 1)]).dropped == [1])
    }

    @Test("a withdrawn job does not run, and a closed queue accepts no job") func withdrawnJobNotServed() {
        var queue = FairQueue<Int>(limit: 10)
        let ids = (0..<3).map { _ in queue.reserveID() }
        for (job, id) in ids.enumerated() { #expect(queue.append(job, id: id, from: JobOrigin("a")) == nil) }
        #expect(queue.withdraw(ids[1]) == 1)
        #expect(queue.withdraw(ids[1]) == nil)
        #expect(queue.close() == [0, 2])
        #expect(queue.append(9, id: queue.reserveID(), from: JobOrigin("a")) == 9)
    }

    @Test("any order of operations agrees with a plain model (security 27)") func anyOrderOperationsAgrees() {
        var generator = SplitMix(state: 7)
        for _ in 0..<50 {
            var queue = FairQueue<UInt64>(limit: 12)
            var model = Model(limit: 12)
            for _ in 0..<400 {
                switch generator.next() % 4 {
                case 0, 1:
                    let origin = "\(generator.next() % 5)"
                    let id = queue.reserveID()
                    #expect(
                        queue.append(id, id: id, from: JobOrigin(origin)) == model.append(id, from: origin)
                    )
                case 2:
                    #expect(queue.popFirst() == model.popFirst())
                default:
                    let id = generator.next() % 400
                    #expect(queue.withdraw(id) == model.withdraw(id))
                }
                #expect(queue.count == model.lines.map(\.jobs.count).reduce(0, +))
            }
        }
    }

    @Test("if networks of one customer fill the queue, another customer still gets a place (security 27)")
    func networksOfOneCustomer() {
        var queue = FairQueue<Int>(limit: 256)
        func append(_ job: Int, _ network: String, in group: String?) -> Int? {
            queue.append(job, id: queue.reserveID(), from: JobOrigin(network, in: group))
        }
        for job in 0..<256 { #expect(append(job, "2001:db8:0:\(job)::/64", in: "2001:db8:0::/48") == nil) }
        // A further network of the same customer finds no network with more jobs than itself.
        #expect(append(300, "2001:db8:0:300::/64", in: "2001:db8:0::/48") == 300)
        for job in 400..<404 { #expect((0..<256).contains(append(job, "192.0.2.1", in: nil) ?? 999)) }
        #expect((0..<256).contains(append(500, "2001:db8:1:1::/64", in: "2001:db8:1::/48") ?? 999))
        // The customer of many networks has one turn, as the others do.
        #expect((0..<6).map { _ in queue.popFirst() }.contains { $0 == 500 })
        #expect(queue.count == 250)
    }

    @Test("the networks of a customer take turns, and the one with most jobs loses one (security 27)")
    func turnsWithinCustomer() {
        var queue = FairQueue<Int>(limit: 4)
        for (job, network) in [(0, "a"), (1, "a"), (2, "a"), (3, "b")] {
            #expect(queue.append(job, id: queue.reserveID(), from: JobOrigin(network, in: "group")) == nil)
        }
        #expect(queue.append(4, id: queue.reserveID(), from: JobOrigin("c", in: "group")) == 2)
        #expect(queue.append(5, id: queue.reserveID(), from: JobOrigin("c", in: "group")) == 5)
        #expect(queue.close() == [0, 3, 4, 1])
    }

    @Test("a flood of many origins leaves nothing behind (security 27)") func floodManyOriginsLeaves() {
        var queue = FairQueue<Int>(limit: 1000)
        for index in 0..<10_000 {
            let id = queue.reserveID()
            _ = queue.append(index, id: id, from: JobOrigin("\(index)"))
            _ = queue.withdraw(id)
        }
        #expect(queue.isEmpty)
        #expect(queue.popFirst() == nil)
    }
}

/// The queue in a slow, simple form.
private struct Model {
    let limit: Int
    /// In the order of their turns.
    var lines: [(origin: String, jobs: [UInt64])] = []
    /// The origins in the order in which their lines became as long as they are.
    var ranks: [String] = []

    init(limit: Int) { self.limit = limit }

    mutating func append(_ job: UInt64, from origin: String) -> UInt64? {
        var dropped: UInt64?
        if lines.map(\.jobs.count).reduce(0, +) >= limit {
            let longest = lines.map(\.jobs.count).max() ?? 0
            let mine = lines.first { $0.origin == origin }?.jobs.count ?? 0
            guard mine + 1 < longest else { return job }
            let victim = ranks.first { name in lines.first { $0.origin == name }?.jobs.count == longest }
            guard let index = lines.firstIndex(where: { $0.origin == victim }) else { return job }
            dropped = lines[index].jobs.last
            if let dropped { _ = withdraw(dropped) }
        }
        if let index = lines.firstIndex(where: { $0.origin == origin }) {
            lines[index].jobs.append(job)
        } else {
            lines.append((origin, [job]))
        }
        touch(origin)
        return dropped
    }

    mutating func popFirst() -> UInt64? {
        guard !lines.isEmpty else { return nil }
        var line = lines.removeFirst()
        let job = line.jobs.removeFirst()
        if !line.jobs.isEmpty { lines.append(line) }
        touch(line.origin)
        return job
    }

    mutating func withdraw(_ job: UInt64) -> UInt64? {
        guard let index = lines.firstIndex(where: { $0.jobs.contains(job) }) else { return nil }
        let origin = lines[index].origin
        lines[index].jobs.removeAll { $0 == job }
        if lines[index].jobs.isEmpty { lines.remove(at: index) }
        touch(origin)
        return job
    }

    private mutating func touch(_ origin: String) {
        ranks.removeAll { $0 == origin }
        if lines.contains(where: { $0.origin == origin }) { ranks.append(origin) }
    }
}

/// Numbers that are the same in every run.
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var word = state
        word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
        word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
        return word ^ (word >> 31)
    }
}
