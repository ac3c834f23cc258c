#if canImport(CCardeaCurl)
import CCardeaCurl
import CardeaHTTPMessages
import CardeaHTTPTransport

/// A request that is being sent, and the response so far; after it has been submitted only the loop's thread uses it.
@safe final class Exchange: @unchecked Sendable {
    let id: UInt64
    let request: OutgoingRequest
    let configuration: CurlTransport.Configuration
    private let sending: OutgoingContent?
    private let receiver: any ResponseReceiver
    /// Whether the timeout is the longest silence, and not that of the whole exchange.
    private let countsSilence: Bool
    /// When the exchange times out; `nil` while it waits for this side.
    private(set) var deadline: ContinuousClock.Instant?
    private(set) var handle: EasyHandle?
    private var atRest: Direction = []
    private var head = ResponseHead()
    private var hasDeliveredHead = false
    /// Whether a connection was there and the request began to go out on it.
    private var hasBegun = false
    private var isTooLarge = false

    /// Creates an exchange that returns the whole response at once.
    init(
        _ id: UInt64,
        _ request: OutgoingRequest,
        _ configuration: CurlTransport.Configuration,
        receiver: WholeResponseReceiver
    ) {
        self.id = id
        self.request = request
        self.configuration = configuration
        self.receiver = receiver
        sending = nil
        countsSilence = false
        deadline = .now + request.timeout
    }

    /// Creates an exchange with streamed bodies.
    init(
        _ id: UInt64,
        _ request: OutgoingRequest,
        _ configuration: CurlTransport.Configuration,
        sending: OutgoingContent?,
        receiver: StreamedResponseReceiver
    ) {
        self.id = id
        self.request = request
        self.configuration = configuration
        self.receiver = receiver
        self.sending = sending
        countsSilence = true
        deadline = .now + request.timeout
    }

    /// Sets the options of a handle, which this exchange uses until it ends.
    ///
    /// - Throws: `invalidRequest` if libcurl lacks a feature that the exchange needs.
    func begin(with handle: EasyHandle) throws(TransportError) {
        self.handle = handle
        try handle.prepare(request, configuration)
        handle.setCallbacks(to: self)
    }

    /// Ends the rest in one direction.
    func resume(_ direction: Direction) {
        atRest.remove(direction)
        noteProgress()
        if let handle { unsafe curl_easy_pause(handle.pointer, atRest.rawValue) }
    }

    /// Handles libcurl's result.
    func finish(_ result: CURLcode) {
        guard result == CURLE_OK else { return end(failure(result)) }
        // If the connection closes within the head, libcurl reports a response without a body.
        guard head.isComplete else {
            return abandon(.connectionLost, "The connection closed before the response was complete")
        }
        deliverHead()
        end(nil)
    }

    /// Ends the exchange with an error.
    func abandon(_ code: TransportError.Code, _ description: String) {
        end(TransportError(code, mayHaveBeenReceived: hasBegun, description: description))
    }

    /// Hands over how it ended.
    func end(_ failure: TransportError?) {
        handle = nil
        sending?.abandon()
        receiver.end(failure)
    }

    private func failure(_ result: CURLcode) -> TransportError {
        if isTooLarge { return .tooLarge }
        guard let failure = sending?.failure else { return TransportError(result, hasBegun: hasBegun) }
        return TransportError(
            failure.code,
            mayHaveBeenReceived: hasBegun,
            description: failure.description
        )
    }

    private func noteProgress() {
        guard countsSilence else { return }
        deadline = atRest.isEmpty ? .now + request.timeout : nil
    }

    private func rest(_ direction: Direction) {
        atRest.insert(direction)
        noteProgress()
    }
}

// The callbacks of libcurl.
extension Exchange {
    /// Called when a connection is ready, to ask whether the request may go out on it.
    ///
    /// libcurl sends a request again when a kept connection turns out to be closed. The server may have processed the
    /// first one. So only an idempotent method is sent again, while its content is complete. The other case is a server
    /// that rejected the expectation before the content was sent (RFC 9110 §15.5.18).
    func maySend() -> Bool {
        defer { hasBegun = true }
        guard hasBegun else { return true }
        return sending?.hasBegun != true && (request.isIdempotent || isExpectationRejected)
    }

    /// - Returns: The number of bytes, or libcurl's code for a pause, the end, or a failure.
    func supply(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let sending else { return 0 }
        switch unsafe sending.take(into: buffer) {
        case .bytes(let count):
            noteProgress()
            return count
        case .notYet:
            rest(.sending)
            return Int(CURL_READFUNC_PAUSE)
        case .end: return 0
        case .failure: return Int(CURL_READFUNC_ABORT)
        }
    }

    /// - Returns: The number of accepted bytes; another number than given is a pause, or ends the exchange.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        deliverHead()
        switch unsafe receiver.receive(bytes) {
        case .taken:
            noteProgress()
            return bytes.count
        case .notYet:
            rest(.receiving)
            return Int(CURL_WRITEFUNC_PAUSE)
        case .tooMany:
            isTooLarge = true
            return 0
        }
    }

    func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Int {
        noteProgress()
        isTooLarge = !head.receive(unsafe Array(bytes))
        guard !isTooLarge else { return 0 }
        if head.isComplete, head.status >= 200, !isExpectationRejected { deliverHead() }
        return bytes.count
    }

    private func deliverHead() {
        guard !hasDeliveredHead else { return }
        hasDeliveredHead = true
        if request.decompresses, head.fields["content-encoding"] != nil {
            // The body is plain by now, and as long as it is.
            head.fields["content-encoding"] = nil
            head.fields["content-length"] = nil
        }
        receiver.receive(head)
    }

    /// Whether libcurl is about to send the request again, without the question.
    private var isExpectationRejected: Bool { sending != nil && head.status == 417 }
}
#endif
