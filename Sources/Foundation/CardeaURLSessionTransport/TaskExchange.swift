import Foundation
import CardeaHTTPTransport
import CardeaLocks
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One task of URLSession, as a response whose body comes piece by piece.
final class TaskExchange: Sendable {
    typealias Head = Result<HTTPURLResponse, TransportError>

    private struct State {
        var head: Head?
        var waiter: CheckedContinuation<Head, Never>?
        /// From when the timeout counts.
        var begin = ContinuousClock.now
        /// Whether anything of the request has certainly left this machine.
        var hasBegun = false
        /// Whether the reader is waited for.
        var isAtRest = false
        var isOver = false
        var watching: Task<Void, Never>?
    }

    /// The quantity that the timeout limits.
    enum Limit { case whole, silence }

    /// Whether a task can rest while its body waits for the reader.
    ///
    /// That of swift-corelibs-foundation sends its request again when it is resumed, and adds the second response to
    /// the first.
    #if canImport(FoundationNetworking)
    private static let canRest = false
    #else
    private static let canRest = true
    #endif

    let task: URLSessionTask
    /// The body; a temporary file is deleted with the exchange.
    private let file: SpooledFile?
    private let timeout: Duration
    private let limit: Limit
    private let state = Mutex(State())
    private let body = ArrivingBody()

    init(_ task: URLSessionTask, sending file: SpooledFile? = nil, timeout: Duration, of limit: Limit) {
        self.task = task
        self.file = file
        self.timeout = timeout
        self.limit = limit
    }

    /// Starts the task, and waits for the head of the response.
    func response() async throws(TransportError) -> HTTPStreamedResponse {
        state.withLock { $0.watching = Task { await watch() } }
        let head = await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let head = state.withLock { state in
                    if state.head == nil { state.waiter = waiter }
                    return state.head
                }
                if let head { waiter.resume(returning: head) } else { task.resume() }
            }
        } onCancel: {
            cancel(.cancelled)
        }
        let response = try head.get()
        let reader = TaskBody(self)
        return HTTPStreamedResponse(
            status: response.statusCode,
            fields: response.fields,
            body: HTTPBytes { () throws(TransportError) in try await reader.next() }
        )
    }

    /// Reads the next piece of the body.
    func read() async -> ArrivingBody.Piece {
        await body.read {
            noteProgress(isAtRest: false)
            task.resume()
        }
    }

    /// Says that something moves, or that the reader is waited for.
    func noteProgress(isAtRest: Bool? = nil) {
        guard limit == .silence else { return }
        state.withLock { state in
            state.begin = .now
            state.isAtRest = isAtRest ?? state.isAtRest
        }
    }

    /// Says that the server has, or may have, some of the request.
    func noteSent() {
        state.withLock { $0.hasBegun = true }
        noteProgress()
    }

    func receive(_ response: URLResponse) {
        guard let response = response as? HTTPURLResponse else { return }
        noteSent()
        settle(.success(response))
    }

    func receive(_ data: Data) {
        guard !data.isEmpty else { return }
        noteProgress()
        body.receive(data)
        guard Self.canRest else { return }
        _ = body.hasSpace {
            noteProgress(isAtRest: true)
            task.suspend()
        }
    }

    /// Takes what URLSession made of the task.
    func complete(_ error: (any Error)?) {
        let hasBegun = state.withLock(\.hasBegun)
        end(error.map { TransportError($0, hasBegun: hasBegun) })
    }

    private func end(_ failure: TransportError?) {
        state.withLock { state in
            state.isOver = true
            state.watching?.cancel()
        }
        settle(.failure(failure ?? .noResponse))
        body.end(failure)
    }

    /// Ends the task, if it is still running, for a reason of this side.
    func cancel(_ reason: TransportError) {
        let wasOver = state.withLock { state in
            defer { state.isOver = true }
            return state.isOver
        }
        guard !wasOver else { return }
        end(reason)
        task.cancel()
    }

    /// Ends the exchange when it takes too long.
    ///
    /// URLSession's own timeouts mean one thing on one system, another on the next.
    private func watch() async {
        while let begin = state.withLock({ $0.isOver ? nil : $0.isAtRest ? .now : $0.begin }) {
            guard begin + timeout > .now else { return cancel(.timedOut) }
            try? await Task.sleep(until: begin + timeout)
        }
    }

    /// The first head, or the failure before it, is what counts.
    private func settle(_ head: Head) {
        state.withLock { state in
            guard state.head == nil else { return }
            state.head = head
            state.waiter?.resume(returning: head)
            state.waiter = nil
        }
    }
}
