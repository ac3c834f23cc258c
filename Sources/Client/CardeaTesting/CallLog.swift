/// The calls so far, and a way to wait for a number of them.
final class CallLog<SessionCall: Sendable>: Sendable {
    private let log = Watched<[SessionCall]>([])

    var calls: [SessionCall] { log.withLock { $0 } }

    /// Notes a call, and returns how many came before it.
    func append(_ call: SessionCall) -> Int {
        log.withLock { log in
            log.append(call)
            return log.count - 1
        }
    }

    /// Waits until so many calls have come, or the task is cancelled.
    func reaches(_ count: Int) async {
        await log.until { $0.count >= count }
    }
}
