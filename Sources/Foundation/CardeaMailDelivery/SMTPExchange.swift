import CardeaEncodings
import CCardeaCurl
import CardeaLocks

/// One message on its way; only the thread that runs it uses the handle of libcurl.
@safe final class SMTPExchange: @unchecked Sendable {
    private static let library = curl_global_init(Int(CURL_GLOBAL_ALL))
    /// The time in which a server responds to `QUIT`; the standard's minutes would occupy the thread.
    private static let quitTimeout = Duration.seconds(3)

    private let configuration: SMTPConfiguration
    private let message: MailMessage
    private let content: [UInt8]
    private var sent = 0
    /// Whether libcurl has taken the whole content.
    private var isSupplied = false
    /// Whether `QUIT` is sent: the result is certain.
    private var isQuitting = false
    /// The lines of the server's last response, as far as they are kept.
    private var response: [UInt8] = []
    /// The end of the time after a cancellation.
    private let end = Mutex(ContinuousClock.Instant?.none)
    /// The end of the time limit, or of the time for `QUIT`.
    private var deadline: ContinuousClock.Instant
    private let completion = Mutex(CheckedContinuation<SMTPError?, Never>?.none)

    init(_ message: MailMessage, _ configuration: SMTPConfiguration) {
        self.message = message
        self.configuration = configuration
        content = message.content
        deadline = .now + .seconds(configuration.timeout)
    }

    /// Ends the exchange if it runs for longer than that.
    func end(after grace: Duration) { end.withLock { $0 = .now + grace } }

    private var isCancelled: Bool { end.withLock { $0 }.map { $0 <= .now } ?? false }

    /// Whether libcurl may continue; it asks at least once in a second.
    func mayContinue() -> Bool {
        guard isCancelled || deadline <= .now else { return true }
        // libcurl may still say `QUIT`: the caller does not wait. During `QUIT`, libcurl returns the result.
        if !isQuitting { finish(SMTPError(isCancelled ? .cancelled : .timeout)) }
        return false
    }

    /// Sees a command to the server.
    ///
    /// A message that was accepted does not wait for the response to `QUIT`.
    func notice(_ command: UnsafeRawBufferPointer) {
        guard unsafe command.starts(with: "QUIT".utf8) else { return }
        isQuitting = true
        deadline = min(deadline, .now + Self.quitTimeout)
        if isSupplied, response.first == UInt8(ascii: "2") { finish(nil) }
    }

    /// Sends the message on this thread, which takes as long as the server.
    ///
    /// - Parameter completion: It is resumed once, at the latest at the end of the time limit.
    func run(_ completion: CheckedContinuation<SMTPError?, Never>) {
        self.completion.withLock { $0 = completion }
        finish(perform())
    }

    private func finish(_ error: SMTPError?) {
        let completion = completion.withLock { completion in
            defer { completion = nil }
            return completion
        }
        completion?.resume(returning: error)
    }

    /// - Returns: The error; `nil` if the server has accepted the message.
    private func perform() -> SMTPError? {
        guard Self.library == CURLE_OK, let handle = unsafe curl_easy_init() else { return SMTPError(.other) }
        let recipients = unsafe curl_slist_append(nil, "<\(message.recipient)>")
        defer {
            unsafe curl_easy_cleanup(handle)
            unsafe curl_slist_free_all(recipients)
        }
        let options = unsafe SMTPOptions(handle)
        deadline = .now + .seconds(configuration.timeout)
        unsafe options.set(CURLOPT_MAIL_RCPT, recipients)
        options.set(CURLOPT_MAIL_FROM, "<\(message.sender)>")
        options.apply(configuration, messageBytes: content.count)
        unsafe options.setCallbacks(Unmanaged.passUnretained(self).toOpaque())
        if let rejection = options.rejection { return error(rejection, code: 0) }
        let result = unsafe curl_easy_perform(handle)
        var code = 0
        _ = unsafe cardea_easy_get_long(handle, CURLINFO_RESPONSE_CODE, &code)
        return result == CURLE_OK ? nil : error(result, code: code)
    }

    /// Copies the next bytes of the message to where libcurl wants them.
    func supply(_ target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, content.count - sent)
        unsafe target.copyBytes(from: content[sent..<sent + count])
        sent += count
        isSupplied = count == 0
        return count
    }

    /// Keeps a line of the server.
    func receive(_ line: UnsafeRawBufferPointer) -> Int {
        let bytes = unsafe Array(line)
        // `250-` continues a response; any other line is its last one.
        // The response to `QUIT` (221) says nothing of the message.
        if bytes.starts(with: "221".utf8) { return bytes.count }
        if isComplete { response = [] }
        if response.count < 2000 { response += bytes.prefix(500) }
        isComplete = bytes.count < 4 || bytes[3] != UInt8(ascii: "-")
        return bytes.count
    }

    private var isComplete = true

    /// The text behind the three digits of a response and their separator; an enhanced code (RFC 3463) stays.
    private static func withoutCode(_ text: String) -> String {
        let digits = text.utf8.prefix(while: ASCII.isDigit)
        return digits.count == 3 ? String(text.dropFirst(4)) : text
    }

    private func error(_ result: CURLcode, code: Int) -> SMTPError {
        let reason: SMTPError.Reason =
            switch result {
            case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
            case CURLE_COULDNT_CONNECT: .unreachable
            case CURLE_USE_SSL_FAILED: .noSTARTTLS
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
                CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM:
                .tls
            case CURLE_LOGIN_DENIED: .authentication
            case CURLE_OPERATION_TIMEDOUT: .timeout
            case CURLE_ABORTED_BY_CALLBACK: isCancelled ? .cancelled : .timeout
            case CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED:
                (400...599).contains(code) ? .rejected : .disconnected
            case CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE: .disconnected
            default: .other
            }
        // A greeting of 5xx says something of this server, not of the message.
        let isGreeting = reason == .rejected && result != CURLE_SEND_ERROR && sent == 0
        let text = String(decoding: response, as: UTF8.self)
        return SMTPError(
            isGreeting ? .unreachable : reason,
            code: (200...599).contains(code) ? code : nil,
            response: Self.withoutCode(text)
        )
    }
}
