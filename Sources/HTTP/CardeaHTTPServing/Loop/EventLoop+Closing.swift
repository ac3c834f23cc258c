import Glibc

extension EventLoop {
    /// The end of a loop: the deadline of its requests, and the callers that wait for it.
    final class Closing {
        let deadline: Milliseconds
        var isAccepting = true
        /// All connections are closed.
        var isDone = false
        private var waiting: CheckedContinuation<Void, Never>?

        init(deadline: Milliseconds, waiting: CheckedContinuation<Void, Never>?) {
            self.deadline = deadline
            self.waiting = waiting
        }

        func finish() {
            waiting?.resume()
            waiting = nil
        }
    }

    var isClosing: Bool { closing != nil }

    /// Stops accepting, lets requests that have begun finish, then ends the thread.
    func shutdown(within grace: Duration) async {
        await withCheckedContinuation { requestShutdown(within: grace, waiting: $0) }
    }

    /// Does the same, and reports the end.
    func requestShutdown(within grace: Duration, waiting: CheckedContinuation<Void, Never>? = nil) {
        Task(executorPreference: self) { [self] in
            closing = Closing(deadline: clock.now + Milliseconds(grace), waiting: waiting)
        }
    }

    /// Takes the next step of closing, if that has begun.
    func continueClosing() {
        guard let closing, !closing.isDone else { return }
        if closing.isAccepting {
            closing.isAccepting = false
            // Requests that have already been sent still get a response.
            accept()
            poller.remove(acceptor.descriptor)
            acceptor.close()
            acceptor.resumesAt = .never
            for connection in connections { connection?.drain() }
        }
        guard connectionCount == 0 || clock.now >= closing.deadline else { return }
        for connection in connections { connection?.close() }
        closing.isDone = true
        // The connection of a handler that continues is closed: its response goes nowhere.
        if handlers > 0 { closing.finish() }
    }
}
