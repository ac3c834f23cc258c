import CardeaLocks

/// The way from a use case that enqueues a message to the delivery, which sends it.
package final class Outbox: Sendable {
    private struct State {
        var isAwake = false
        var sleep: Task<Void, Never>?
    }

    /// Whether this server delivers mail.
    package let isOpen: Bool
    let transport: (any MailTransport)?
    private let state = Mutex(State())

    /// - Parameter isOpen: Whether use cases may enqueue messages, which nothing sends.
    package init(isOpen: Bool) {
        self.isOpen = isOpen
        transport = nil
    }

    /// - Parameter transport: The way to the mail server; `nil` if no server is configured.
    package init(transport: (any MailTransport)?) {
        isOpen = transport != nil
        self.transport = transport
    }

    /// Tells the delivery that a message was committed; without it the message is found at the next look.
    package func wake() {
        let sleep = state.withLock { state in
            state.isAwake = true
            return state.sleep
        }
        sleep?.cancel()
    }

    /// Waits for a wake-up; one that came since the last wait counts.
    func wait(atMost duration: Duration) async {
        let sleep = state.withLock { state -> Task<Void, Never>? in
            guard !state.isAwake else { return nil }
            let sleep = Task { _ = try? await Task.sleep(for: duration) }
            state.sleep = sleep
            return sleep
        }
        await withTaskCancellationHandler {
            await sleep?.value
        } onCancel: {
            sleep?.cancel()
        }
        state.withLock { $0 = State() }
    }
}
