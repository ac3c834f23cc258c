#if canImport(CCardeaCurl)
import CCardeaCurl
import CardeaHTTPMessages
import CardeaHTTPTransport

/// One request on its way, and what has come of its answer; touched by the loop's thread alone once it is
/// there.
@safe final class Exchange: @unchecked Sendable {
    let id: UInt64
    let request: OutgoingRequest
    let configuration: CurlTransport.Configuration
    private let sending: OutgoingContent?
    private let receiver: any AnswerReceiver
    /// Whether the time-out is the longest silence, and not that of the whole exchange.
    private let countsSilence: Bool
    /// When it takes too long; `nil` while it waits for its own side.
    private(set) var deadline: ContinuousClock.Instant?
    private(set) var handle: EasyHandle?
    private var atRest: Direction = []
    private var head = ResponseHead()
    private var hasHandedHeadOver = false
    /// Whether a connection was there and the request began to go out on it.
    private var hasBegun = false
    private var isTooLarge = false

    /// Describes an exchange whose answer is handed over whole.
    init(
        _ id: UInt64,
        _ request: OutgoingRequest,
        _ configuration: CurlTransport.Configuration,
        receiver: WholeAnswer
    ) {
        self.id = id
        self.request = request
        self.configuration = configuration
        self.receiver = receiver
        sending = nil
        countsSilence = false
        deadline = .now + request.timeout
    }

    /// Describes an exchange whose contents go and come piece by piece.
    init(
        _ id: UInt64,
        _ request: OutgoingRequest,
        _ configuration: CurlTransport.Configuration,
        sending: OutgoingContent?,
        receiver: StreamedAnswer
    ) {
        self.id = id
        self.request = request
        self.configuration = configuration
        self.receiver = receiver
        self.sending = sending
        countsSilence = true
        deadline = .now + request.timeout
    }

    /// Prepares a handle, which this exchange then holds until it ends.
    ///
    /// - Throws: `invalidRequest` when libcurl cannot do what the exchange asks of it.
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

    /// Takes what libcurl made of it.
    func finish(_ result: CURLcode) {
        guard result == CURLE_OK else { return end(failure(result)) }
        // libcurl takes a connection that closes within the head for an answer without a body.
        guard head.isComplete else {
            return abandon(.connectionLost, "The connection closed before the answer was there")
        }
        handHeadOver()
        end(nil)
    }

    /// Gives the exchange up.
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

// What libcurl calls.
extension Exchange {
    /// Called when a connection is ready, to ask whether the request may go out on it.
    ///
    /// libcurl sends a request again when a kept connection turns out to be closed. The server may have acted
    /// on the first one, so that is only for methods that may be repeated, with the content still whole; or when the
    /// server did not want to be asked before the content came (RFC 9110 §15.5.18).
    func mayGoOut() -> Bool {
        defer { hasBegun = true }
        guard hasBegun else { return true }
        return sending?.hasBegun != true && (request.isIdempotent || isExpectationRefused)
    }

    /// - Returns: How many bytes there were, or what libcurl takes for a rest, the end, or a failure.
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

    /// - Returns: How many bytes were taken; another number than there were is a rest, or ends the exchange.
    func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        handHeadOver()
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
        if head.isComplete, head.status >= 200, !isExpectationRefused { handHeadOver() }
        return bytes.count
    }

    private func handHeadOver() {
        guard !hasHandedHeadOver else { return }
        hasHandedHeadOver = true
        if request.decompresses, head.fields["content-encoding"] != nil {
            // The body is plain by now, and as long as it is.
            head.fields["content-encoding"] = nil
            head.fields["content-length"] = nil
        }
        receiver.receive(head)
    }

    /// Whether libcurl is about to send the request again, without the question.
    private var isExpectationRefused: Bool { sending != nil && head.status == 417 }
}
#endif
