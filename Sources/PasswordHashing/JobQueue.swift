/// Who waits for a thread: first come first served, and only so many.
struct JobQueue<Job> {
    private let limit: Int
    private var waiting: [(id: UInt64, job: Job)] = []
    private var nextID: UInt64 = 0
    private(set) var isClosed = false

    init(limit: Int) {
        self.limit = limit
    }

    var isEmpty: Bool { waiting.isEmpty }
    var count: Int { waiting.count }

    /// A name for a job that is about to come, so that it can be withdrawn.
    mutating func reserveID() -> UInt64 {
        nextID += 1
        return nextID
    }

    /// - Returns: Whether there was room.
    mutating func append(_ job: Job, id: UInt64) -> Bool {
        guard !isClosed, waiting.count < limit else { return false }
        waiting.append((id, job))
        return true
    }

    mutating func popFirst() -> Job? {
        waiting.isEmpty ? nil : waiting.removeFirst().job
    }

    /// - Returns: `nil` when the job does not wait any more.
    mutating func withdraw(_ id: UInt64) -> Job? {
        waiting.firstIndex { $0.id == id }.map { waiting.remove(at: $0).job }
    }

    /// Takes no more jobs, and gives back those that wait.
    mutating func close() -> [Job] {
        isClosed = true
        defer { waiting = [] }
        return waiting.map(\.job)
    }
}
