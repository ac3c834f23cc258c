#if canImport(CCurl)
import CCurl
import HTTPTransport
import Locks

/// Drives all exchanges of a transport on one thread, over libcurl's multi interface.
@safe final class ExchangeLoop: @unchecked Sendable {
    /// What other threads leave for the loop.
    private struct Inbox {
        var nextID: UInt64 = 0
        var arrivals: [Exchange] = []
        var cancellations: [UInt64] = []
        var isClosed = false
    }

    /// libcurl asks to be set up once in a process.
    private static let library = curl_global_init(Int(CURL_GLOBAL_ALL))

    private let inbox = Mutex(Inbox())
    private let multi: UnsafeMutableRawPointer

    // Touched by the loop's thread alone.
    private var live: [UInt64: Exchange] = [:]
    private var idle: [EasyHandle] = []
    private let maximumIdle: Int
    private var nextDeadline: ContinuousClock.Instant?

    init(maximumConnections: Int) {
        guard Self.library == CURLE_OK, let multi = unsafe curl_multi_init() else {
            preconditionFailure("libcurl gives no multi handle")
        }
        unsafe self.multi = multi
        maximumIdle = maximumConnections
        _ = unsafe cardea_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, maximumConnections)
        _ = unsafe cardea_multi_set_long(multi, CURLMOPT_MAXCONNECTS, maximumConnections)
    }

    deinit {
        idle = []
        unsafe curl_multi_cleanup(multi)
    }

    /// Hands a request to the loop and waits for its outcome.
    func perform(
        _ request: OutgoingRequest,
        _ configuration: CurlTransport.Configuration
    ) async -> Exchange.Outcome {
        let id = inbox.withLock { inbox in
            inbox.nextID += 1
            return inbox.nextID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { answer in
                leave { $0.arrivals.append(Exchange(id: id, request, configuration, answer: answer)) }
                // A cancellation that came before the exchange was there found nothing.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Ends the thread; exchanges on their way end as cancelled.
    func close() {
        leave { $0.isClosed = true }
    }

    private func cancel(_ id: UInt64) {
        leave { $0.cancellations.append(id) }
    }

    private func leave(_ message: (inout Inbox) -> Void) {
        inbox.withLock { message(&$0) }
        unsafe curl_multi_wakeup(multi)
    }

    /// The body of the thread.
    func run() {
        while true {
            let (arrivals, cancellations, isClosed) = inbox.withLock { inbox in
                defer { (inbox.arrivals, inbox.cancellations) = ([], []) }
                return (inbox.arrivals, inbox.cancellations, inbox.isClosed)
            }
            for exchange in arrivals { begin(exchange) }
            for id in cancellations { abandon(id, .cancelled, "The task was cancelled") }
            guard !isClosed else { break }
            var running: Int32 = 0
            unsafe curl_multi_perform(multi, &running)
            finishWhatIsDone()
            abandonWhatIsLate()
            unsafe curl_multi_poll(multi, nil, 0, millisecondsToWait, nil)
        }
        for id in live.keys { abandon(id, .cancelled, "The transport was closed") }
    }

    private func begin(_ exchange: Exchange) {
        let handle = idle.popLast() ?? EasyHandle()
        exchange.begin(with: handle)
        live[exchange.id] = exchange
        nextDeadline = min(nextDeadline ?? exchange.deadline, exchange.deadline)
        unsafe curl_multi_add_handle(multi, handle.pointer)
    }

    private func finishWhatIsDone() {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(multi, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE else { continue }
            let result = unsafe cardea_message_result(message)
            var pointer: UnsafeMutableRawPointer?
            _ = unsafe cardea_easy_get_pointer(message.pointee.easy_handle, CURLINFO_PRIVATE, &pointer)
            end(unsafe Exchange.of(pointer)) { $0.finish(result) }
        }
    }

    private func abandonWhatIsLate() {
        guard let deadline = nextDeadline, deadline <= .now else { return }
        let now = ContinuousClock.now
        for exchange in live.values where exchange.deadline <= now {
            abandon(exchange.id, .timedOut, "The exchange took longer than it was given")
        }
        nextDeadline = live.values.map(\.deadline).min()
    }

    private func abandon(_ id: UInt64, _ code: TransportError.Code, _ description: String) {
        guard let exchange = live[id] else { return }
        end(exchange) { $0.abandon(code, description) }
    }

    /// Takes an exchange off the multi handle, ends it, and keeps its handle for another.
    private func end(_ exchange: Exchange, _ answer: (Exchange) -> Void) {
        live[exchange.id] = nil
        if let handle = exchange.handle {
            unsafe curl_multi_remove_handle(multi, handle.pointer)
            answer(exchange)
            handle.reset()
            if idle.count < maximumIdle { idle.append(handle) }
        }
    }

    /// Until the next deadline, or a while.
    private var millisecondsToWait: Int32 {
        guard let nextDeadline else { return 60_000 }
        let wait = (nextDeadline - .now) / .milliseconds(1)
        return Int32(min(max(wait.rounded(.up), 0), 60_000))
    }
}
#endif
