#if canImport(CCardeaCurl)
import CCardeaCurl
import CardeaHTTPTransport
import CardeaLocks

/// Drives all exchanges of a transport on one thread, over libcurl's multi interface.
@safe final class ExchangeLoop: @unchecked Sendable {
    /// Messages of other threads to the loop.
    private struct Inbox {
        var lastID: UInt64 = 0
        var messages: [Message] = []
        var isClosed = false
    }

    private enum Message {
        case begin(Exchange)
        case resume(UInt64, Direction)
        case cancel(UInt64)
    }

    /// libcurl must be initialised once per process.
    private static let library = curl_global_init(Int(CURL_GLOBAL_ALL))

    private let inbox = Mutex(Inbox())
    private let multi: UnsafeMutableRawPointer

    // Touched by the loop's thread alone.
    private var exchanges: [UInt64: Exchange] = [:]
    private var line: WaitingLine
    private var idle: [EasyHandle] = []
    /// No exchange is late before.
    private var nextDeadline: ContinuousClock.Instant?

    init(maximumExchanges: Int) {
        guard Self.library == CURLE_OK, let multi = unsafe curl_multi_init() else {
            preconditionFailure("libcurl cannot create a multi handle")
        }
        unsafe self.multi = multi
        line = WaitingLine(places: maximumExchanges)
        _ = unsafe cardea_multi_set_long(multi, CURLMOPT_MAXCONNECTS, maximumExchanges)
    }

    deinit {
        idle = []
        unsafe curl_multi_cleanup(multi)
    }

    /// A name for an exchange, which no other has.
    func newID() -> UInt64 {
        inbox.withLock { inbox in
            inbox.lastID += 1
            return inbox.lastID
        }
    }

    /// Submits an exchange to the loop and waits for its response.
    ///
    /// - Parameters:
    ///   - id: Identifies the exchange; if the calling task is cancelled, so is the exchange.
    ///   - exchange: Creates the exchange.
    /// - Returns: The response.
    /// - Throws: The reason why the exchange failed.
    func perform<Response: Sendable>(
        _ id: UInt64,
        _ exchange: (UInt64, CheckedContinuation<Result<Response, TransportError>, Never>) -> Exchange
    ) async throws(TransportError) -> Response {
        guard !Task.isCancelled else {
            throw TransportError(
                .cancelled,
                mayHaveBeenReceived: false,
                description: "The task was cancelled"
            )
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { completion in
                leave(.begin(exchange(id, completion)))
                // A cancellation before the exchange was submitted had no effect.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
        return try outcome.get()
    }

    /// Continues an exchange that was paused.
    func resume(_ id: UInt64, _ direction: Direction) {
        leave(.resume(id, direction))
    }

    /// Ends an exchange, if it is still there.
    func cancel(_ id: UInt64) {
        leave(.cancel(id))
    }

    /// Ends the thread; exchanges on their way end as cancelled.
    func close() {
        inbox.withLock { $0.isClosed = true }
        unsafe curl_multi_wakeup(multi)
    }

    private func leave(_ message: Message) {
        inbox.withLock { $0.messages.append(message) }
        unsafe curl_multi_wakeup(multi)
    }

    /// The body of the thread.
    func run() {
        while true {
            let (messages, isClosed) = inbox.withLock { inbox in
                defer { inbox.messages = [] }
                return (inbox.messages, inbox.isClosed)
            }
            for message in messages { receive(message) }
            guard !isClosed else { break }
            var running: Int32 = 0
            unsafe curl_multi_perform(multi, &running)
            finishDone()
            abandonLate()
            admitWaiting()
            unsafe curl_multi_poll(multi, nil, 0, millisecondsToWait, nil)
        }
        for exchange in exchanges.values { abandon(exchange, .cancelled, "The transport was closed") }
    }

    private func receive(_ message: Message) {
        switch message {
        case .begin(let exchange):
            exchanges[exchange.id] = exchange
            line.join(exchange.id)
            watch(exchange)
            admitWaiting()
        case .resume(let id, let direction):
            guard let exchange = exchanges[id] else { return }
            exchange.resume(direction)
            watch(exchange)
        case .cancel(let id):
            guard let exchange = exchanges[id] else { return }
            abandon(exchange, .cancelled, "The task was cancelled")
        }
    }

    private func admitWaiting() {
        while let id = line.admit(where: { exchanges[$0] != nil }), let exchange = exchanges[id] {
            let handle = idle.popLast() ?? EasyHandle()
            do {
                try exchange.begin(with: handle)
                unsafe curl_multi_add_handle(multi, handle.pointer)
            } catch {
                end(exchange) { $0.end(error) }
            }
        }
    }

    private func finishDone() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let result = unsafe cardea_message_result(message)
            var pointer: UnsafeMutableRawPointer?
            _ = unsafe cardea_easy_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &pointer)
            end(unsafe Exchange.of(pointer)) { $0.finish(result) }
        }
    }

    private func abandonLate() {
        guard let nextDeadline, nextDeadline <= .now else { return }
        let now = ContinuousClock.now
        for exchange in exchanges.values {
            guard let deadline = exchange.deadline, deadline <= now else { continue }
            abandon(exchange, .timedOut, "The request exceeded its timeout")
        }
        self.nextDeadline = exchanges.values.compactMap(\.deadline).min()
    }

    private func watch(_ exchange: Exchange) {
        guard let deadline = exchange.deadline else { return }
        nextDeadline = min(nextDeadline ?? deadline, deadline)
    }

    private func abandon(_ exchange: Exchange, _ code: TransportError.Code, _ description: String) {
        end(exchange) { $0.abandon(code, description) }
    }

    /// Removes an exchange from the multi handle, ends it, and keeps its handle for another.
    private func end(_ exchange: Exchange, _ complete: (Exchange) -> Void) {
        exchanges[exchange.id] = nil
        guard let handle = exchange.handle else { return complete(exchange) }
        unsafe curl_multi_remove_handle(multi, handle.pointer)
        complete(exchange)
        handle.reset()
        idle.append(handle)
        line.leave()
    }

    /// Until the next deadline, or a while.
    private var millisecondsToWait: Int32 {
        guard let nextDeadline else { return 60_000 }
        let wait = (nextDeadline - .now) / .milliseconds(1)
        return Int32(min(max(wait.rounded(.up), 0), 60_000))
    }
}
#endif
