/// Jobs that wait for a thread, served in turn by their origins.
///
/// Each origin has its own line, and the lines take turns. One origin may use the whole queue while no other needs it.
/// If the queue is full, a new job replaces the last one of the longest line. If its own line is the longest, the new
/// job is rejected: a flood from one origin delays that origin only. Every operation takes constant time.
struct FairQueue<Job> {
    /// Identifies a job while it waits.
    typealias ID = UInt64

    private struct Line {
        var jobs = LinkedQueue<(id: ID, job: Job)>()
        /// The place of the origin in `turns`.
        var turn: Int
        /// The place of the origin in `ranks`, and the length of the line under which it is there.
        var rank: (length: Int, place: Int)?
    }

    private let limit: Int
    private var lines: [String: Line] = [:]
    /// The origins with waiting jobs, in the order of their turns.
    private var turns = LinkedQueue<String>()
    /// The same origins by the length of their lines, those with one job at index 1.
    private var ranks = [LinkedQueue<String>()]
    private var longest = 0
    private var places: [ID: (origin: String, place: Int)] = [:]
    private var nextID: ID = 0
    private(set) var isClosed = false

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { places.isEmpty }
    var count: Int { places.count }

    /// A name for a job that is about to come, so that it can be withdrawn.
    mutating func reserveID() -> ID {
        nextID += 1
        return nextID
    }

    /// Adds a job to the line of its origin.
    ///
    /// - Returns: The job that is rejected: the given one or the one that it replaces; `nil` if there is space for both.
    mutating func append(_ job: Job, id: ID, from origin: String) -> Job? {
        guard !isClosed, limit > 0 else { return job }
        var replaced: Job?
        if count >= limit {
            guard (lines[origin]?.jobs.count ?? 0) + 1 < longest else { return job }
            replaced = takeLastOfLongest()
        }
        var line = lines.removeValue(forKey: origin) ?? Line(turn: turns.append(origin))
        places[id] = (origin, line.jobs.append((id, job)))
        keep(line, of: origin)
        return replaced
    }

    /// Removes the first job of the line whose turn it is; that line's next turn comes after all others.
    mutating func popFirst() -> Job? {
        guard let origin = turns.popFirst(), var line = lines.removeValue(forKey: origin),
            let (id, job) = line.jobs.popFirst()
        else { return nil }
        places[id] = nil
        line.turn = turns.append(origin)
        keep(line, of: origin)
        return job
    }

    /// - Returns: `nil` if the job no longer waits.
    mutating func withdraw(_ id: ID) -> Job? {
        guard let (origin, place) = places.removeValue(forKey: id),
            var line = lines.removeValue(forKey: origin), let (_, job) = line.jobs.take(place)
        else { return nil }
        keep(line, of: origin)
        return job
    }

    /// Closes the queue, and returns the jobs that wait.
    mutating func close() -> [Job] {
        isClosed = true
        var jobs: [Job] = []
        while let job = popFirst() { jobs.append(job) }
        return jobs
    }

    private mutating func takeLastOfLongest() -> Job? {
        guard let origin = ranks[longest].firstElement, let (id, _) = lines[origin]?.jobs.lastElement else {
            return nil
        }
        return withdraw(id)
    }

    /// Puts a line back after a change: ranked by its new length, and nowhere when it is empty.
    private mutating func keep(_ line: Line, of origin: String) {
        var line = line
        let length = line.jobs.count
        if let rank = line.rank { _ = ranks[rank.length].take(rank.place) }
        if length == 0 {
            _ = turns.take(line.turn)
        } else {
            if ranks.count == length { ranks.append(LinkedQueue()) }
            line.rank = (length, ranks[length].append(origin))
            lines[origin] = line
            longest = max(longest, length)
        }
        // A line changes by one job at a time, so this is one step at the most.
        while longest > 0, ranks[longest].isEmpty { longest -= 1 }
    }
}
