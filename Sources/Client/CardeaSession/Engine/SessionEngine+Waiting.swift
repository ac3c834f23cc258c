import CardeaLocks

// The wait of a caller, which it may leave alone.
extension SessionEngine {
    /// Waits with all others for a refresh, or a step-up; leaves alone when the calling task is cancelled.
    ///
    /// - Parameters:
    ///   - waiter: The number of the caller.
    ///   - deadline: The end of the wait; `nil` for that of the refresh.
    /// - Returns: The outcome.
    func outcome(of waiter: UInt64, by deadline: Duration? = nil) async -> Waiters.Outcome {
        let alarm = deadline.flatMap { self.alarm(of: waiter, at: $0) }
        defer { alarm?.cancel() }
        let replacements = stallReplacements()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let wake: Waiters.Wake = { continuation.resume(returning: $0) }
                let settled = core.withLock { $0.waiters.suspend(waiter, wake) }
                if let settled { wake(settled) }
            }
        } onCancel: {
            leave(waiter, SessionError(.cancelled))
        }
        await resumeReplacements(replacements)
        return outcome
    }

    private func leave(_ waiter: UInt64, _ error: SessionError) {
        let leaving = core.withLock { $0.waiters.leave(waiter, error) }
        leaving?(.failure(error))
    }

    /// Ends a wait at a deadline before that of the refresh.
    private func alarm(of waiter: UInt64, at deadline: Duration) -> Task<Void, Never>? {
        let end = core.withLock { $0.machine.refresh?.deadline }
        guard let end, deadline < end else { return nil }
        return Task.detached {
            do throws(CancellationError) {
                try await self.clock.sleep(until: deadline)
            } catch {
                return
            }
            self.leave(waiter, SessionError(.refreshTimedOut, detail: "the deadline of the call has passed"))
        }
    }
}
