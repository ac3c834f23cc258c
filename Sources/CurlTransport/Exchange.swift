#if canImport(CCurl)
import CCurl
import Foundation
import HTTPMessages
import HTTPTransport

/// One request on its way, and what has come of its answer; touched by the loop's thread alone once it is
/// there.
@safe final class Exchange: @unchecked Sendable {
    typealias Outcome = Result<HTTPResponse, TransportError>

    let id: UInt64
    let deadline: ContinuousClock.Instant
    let request: OutgoingRequest
    let configuration: CurlTransport.Configuration
    private let answer: CheckedContinuation<Outcome, Never>
    private(set) var handle: EasyHandle?
    private var head = ResponseHead()
    private var body = Data()
    /// Whether a connection was there and the request began to go out on it.
    private var hasBegun = false
    private var isTooLarge = false

    init(
        id: UInt64,
        _ request: OutgoingRequest,
        _ configuration: CurlTransport.Configuration,
        answer: CheckedContinuation<Outcome, Never>
    ) {
        self.id = id
        self.request = request
        self.configuration = configuration
        self.answer = answer
        deadline = .now + request.timeout
    }

    /// Prepares a handle, which this exchange then holds until it ends.
    func begin(with handle: EasyHandle) {
        self.handle = handle
        handle.prepare(request, configuration)
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        for option in [CURLOPT_PRIVATE, CURLOPT_WRITEDATA, CURLOPT_HEADERDATA, CURLOPT_PREREQDATA] {
            _ = unsafe cardea_easy_set_pointer(handle.pointer, option, me)
        }
        _ = unsafe cardea_easy_set_write(handle.pointer, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
            unsafe Exchange.of(me).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        _ = unsafe cardea_easy_set_write(handle.pointer, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
            unsafe Exchange.of(me).receiveHead(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
        _ = unsafe cardea_easy_set_prerequest(handle.pointer) { me, _, _, _, _ in
            unsafe Exchange.of(me).mayGoOut() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
    }

    /// Answers whoever waits, with what libcurl made of it.
    func finish(_ result: CURLcode) {
        guard result == CURLE_OK, let handle else {
            return end(.failure(isTooLarge ? .tooLarge : TransportError(result, hasBegun: hasBegun)))
        }
        // libcurl takes a connection that closes within the head for an answer without a body.
        guard head.isComplete else {
            return abandon(.connectionLost, "The connection closed before the answer was there")
        }
        var status = 0
        _ = unsafe cardea_easy_get_long(handle.pointer, CURLINFO_RESPONSE_CODE, &status)
        var fields = head.fields
        if request.decompresses, fields["content-encoding"] != nil {
            // The body is plain by now, and as long as it is.
            fields["content-encoding"] = nil
            fields["content-length"] = nil
        }
        end(.success(HTTPResponse(status: status, fields: fields, body: body)))
    }

    /// Answers that the exchange was given up.
    func abandon(_ code: TransportError.Code, _ description: String) {
        end(.failure(TransportError(code, mayHaveBeenReceived: hasBegun, description: description)))
    }

    private func end(_ outcome: Outcome) {
        handle = nil
        answer.resume(returning: outcome)
    }

    /// The exchange behind a pointer that libcurl was given.
    static func of(_ pointer: UnsafeMutableRawPointer?) -> Exchange {
        guard let pointer = unsafe pointer else {
            preconditionFailure("libcurl hands back what it was given")
        }
        return unsafe Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
    }

    /// Called when a connection is ready, to ask whether the request may go out on it.
    ///
    /// libcurl sends a request again when a kept connection turns out to be closed. The server may have acted
    /// on the first one, so that is only for methods that may be repeated (RFC 9110 §9.2.2).
    private func mayGoOut() -> Bool {
        defer { hasBegun = true }
        return !hasBegun || ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"].contains(request.method)
    }

    /// - Returns: How many bytes were taken; fewer than there were end the exchange.
    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
        isTooLarge = body.count + bytes.count > configuration.maximumResponseBytes
        guard !isTooLarge else { return 0 }
        unsafe body.append(contentsOf: bytes)
        return bytes.count
    }

    private func receiveHead(_ bytes: UnsafeRawBufferPointer) -> Int {
        isTooLarge = !head.receive(unsafe Array(bytes))
        return isTooLarge ? 0 : bytes.count
    }
}
#endif
