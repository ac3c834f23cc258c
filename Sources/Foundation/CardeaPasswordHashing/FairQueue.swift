/// A queue of jobs for threads.
///
/// The groups of origins are served in turn, and within a group the networks.
///
/// Each network has its own line. One origin may use the whole queue while no other needs it. If the queue is full, a new
/// job replaces the last one of the longest line of the largest group. If its own group is the largest, it replaces the
/// last one of the longest line of that group. If its own line is that, the new job is rejected: a flood from one origin
/// delays that origin only. Every operation takes constant time.
struct FairQueue<Job> {
    /// Identifies a job while it waits.
    typealias ID = UInt64

    private typealias Line = LinkedQueue<(id: ID, job: Job)>

    private let limit: Int
    private var groups = Turns<Turns<Line>>()
    private var places: [ID: (origin: JobOrigin, place: Int)] = [:]
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
    mutating func append(_ job: Job, id: ID, from origin: JobOrigin) -> Job? {
        guard !isClosed, limit > 0 else { return job }
        var replaced: Job?
        if count >= limit {
            replaced = takeSurplus(for: origin)
            if replaced == nil { return job }
        }
        let place = groups.change(origin.group) { $0.change(origin.network) { $0.append((id, job)) } }
        places[id] = (origin, place)
        return replaced
    }

    /// Removes the first job of the line whose turn it is; that line's next turn comes after all others.
    mutating func popFirst() -> Job? {
        forget(groups.takeTurn { $0.takeTurn { $0.popFirst() } })
    }

    /// - Returns: `nil` if the job no longer waits.
    mutating func withdraw(_ id: ID) -> Job? {
        guard let (origin, place) = places[id] else { return nil }
        return forget(groups.change(origin.group) { $0.change(origin.network) { $0.take(place) } })
    }

    /// Closes the queue, and returns the jobs that wait.
    mutating func close() -> [Job] {
        isClosed = true
        var jobs: [Job] = []
        while let job = popFirst() { jobs.append(job) }
        return jobs
    }

    /// Removes a job of those who have more of them than an origin, counting its new one.
    ///
    /// - Returns: `nil` if no other origin has more.
    private mutating func takeSurplus(for origin: JobOrigin) -> Job? {
        if groups[origin.group].count + 1 < groups.longest {
            return forget(groups.changeLongest { $0.changeLongest { $0.popLast() } })
        }
        // A line changes its rank when it is changed, so it is read before.
        let isLongest = groups[origin.group][origin.network].count + 1 >= groups[origin.group].longest
        return isLongest ? nil : forget(groups.change(origin.group) { $0.changeLongest { $0.popLast() } })
    }

    private mutating func forget(_ taken: (id: ID, job: Job)?) -> Job? {
        guard let taken else { return nil }
        places[taken.id] = nil
        return taken.job
    }
}
