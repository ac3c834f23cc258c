internal import CardeaSQLCore
internal import CardeaThreads

/// A thread with a connection, which performs the jobs of a queue in batches.
///
/// A batch is one transaction, for the cost of one commit and two trips: one that locks and reads, and one that writes
/// and commits. After its creation only `run` uses a worker.
final class Worker: @unchecked Sendable {
    private let url: String
    private let node: Int64
    private let queue: JobQueue
    private let limits: PostgreSQLLimits
    private let announcements: Announcements
    private let observer: (any SQLObserver)?
    /// `nil` while there is no connection.
    private var session: Session?
    /// The pause before the next attempt to connect.
    private var pause = Worker.shortestPause

    private static let shortestPause = Duration.milliseconds(20)

    init(
        _ queue: JobQueue,
        url: String,
        node: Int64,
        limits: PostgreSQLLimits,
        announcements: Announcements,
        observer: (any SQLObserver)?
    ) {
        (self.queue, self.url, self.node, self.limits) = (queue, url, node, limits)
        (self.announcements, self.observer) = (announcements, observer)
    }

    /// Connects at once, and not at the first job.
    func connect() throws(Failure) { session = try Session(url, node: node, limits) }

    /// Works until the queue is closed and empty, then disconnects.
    func run() {
        while queue.takeAll(limits.batch, perform) {}
        session = nil
    }

    /// Performs jobs until each has ended.
    ///
    /// - Returns: Those that have not, because there is no connection.
    private func perform(_ jobs: [Job]) -> [Job] {
        var batches = [jobs]
        while let batch = batches.first {
            do throws(BatchFailure) {
                let repeated = try commit(batch)
                batches.removeFirst()
                batches += repeated.map { [$0] }
            } catch {
                switch error {
                case .rolledBack(let job, let reason, let isTransient):
                    batches.removeFirst()
                    batches = remainder(of: batch, after: reason, of: job, isTransient) + batches
                case .lost(let reason):
                    session = nil
                    observer?.failed(.unavailable(reason))
                    return postponed(batches.flatMap(\.self), reason)
                }
            }
        }
        return []
    }

    /// Performs jobs in one transaction.
    ///
    /// - Returns: The jobs that changed nothing of what they expected to change, and are repeated alone.
    private func commit(_ batch: [Job]) throws(BatchFailure) -> [Job] {
        let start = ContinuousClock.now
        let session = try connected()
        try session.read(batch, locking: queue.locksRows)
        guard batch.contains(where: { !$0.writes.isEmpty }) else {
            // The end of a transaction that wrote nothing matters to no caller.
            for job in batch { end(job, nil) }
            do throws(BatchFailure) { try session.endReading() } catch { self.session = nil }
            return []
        }
        let failed = Set(try session.write(batch).map(ObjectIdentifier.init))
        let written = batch.filter { !failed.contains(ObjectIdentifier($0)) }
        // Before any caller gets its result: a read after it must find what was written.
        announcements.add(written.reduce(.nothing) { $0.union($1.announcement) })
        observer?.committed(written.count, in: start.duration(to: .now))
        for job in written { end(job, nil) }
        guard batch.count == 1, let job = batch.first, written.isEmpty else {
            return batch.filter { failed.contains(ObjectIdentifier($0)) }
        }
        end(job, .unexpectedCount)
        return []
    }

    /// The rest of a batch that was rolled back: the others together, then the one that failed by itself.
    private func remainder(
        of batch: [Job],
        after error: SQLError,
        of job: Job?,
        _ isTransient: Bool
    ) -> [[Job]] {
        guard batch.count == 1 else {
            guard let job else { return batch.map { [$0] } }
            return [batch.filter { $0 !== job }, [job]]
        }
        batch[0].conflicts += 1
        if isTransient, batch[0].conflicts < limits.tries { return [batch] }
        end(batch[0], error)
        return []
    }

    private func end(_ job: Job, _ error: SQLError?) {
        if let error { observer?.failed(error) }
        job.end(error)
    }

    // MARK: The connection

    private func connected() throws(BatchFailure) -> Session {
        if let session { return session }
        do throws(Failure) {
            let new = try Session(url, node: node, limits)
            (session, pause) = (new, Self.shortestPause)
            return new
        } catch {
            throw .lost(error.description)
        }
    }

    /// Ends the jobs that have waited for too long, and waits a moment.
    ///
    /// - Returns: The other jobs.
    private func postponed(_ jobs: [Job], _ reason: String) -> [Job] {
        let left = jobs.filter { $0.age <= limits.wait }
        for job in jobs where job.age > limits.wait {
            job.end(.unavailable(reason))
        }
        OSThread.sleep(pause)
        pause = min(pause * 2, .seconds(1))
        return left
    }
}
