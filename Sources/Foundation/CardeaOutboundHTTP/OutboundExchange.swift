import CCardeaCurl
import CardeaEncodings
import CardeaLocks

/// One request on its way; only the thread that performs it uses the handle of libcurl.
@safe final class OutboundExchange: @unchecked Sendable {
    private static let library = curl_global_init(Int(CURL_GLOBAL_ALL))

    private let request: OutboundRequest
    private let configuration: OutboundConfiguration
    private let isCancelled = Mutex(false)
    private var body: [UInt8] = []
    private var isTooLarge = false
    private var hasForbiddenAddress = false

    init(_ request: OutboundRequest, _ configuration: OutboundConfiguration) {
        self.request = request
        self.configuration = configuration
    }

    /// Ends the exchange within a second.
    func cancel() { isCancelled.withLock { $0 = true } }

    /// Sends the request on this thread, which takes as long as the other server.
    func perform() -> Result<OutboundResponse, OutboundHTTPError> {
        guard Self.library == CURLE_OK, let handle = unsafe curl_easy_init() else { return .failure(.other) }
        var fields: UnsafeMutablePointer<curl_slist>?
        // libcurl would wait for `100 Continue` otherwise.
        for line in request.fields.map({ "\($0.name): \($0.value)" }) + ["Expect:"] {
            unsafe fields = curl_slist_append(fields, line)
        }
        defer {
            unsafe curl_easy_cleanup(handle)
            unsafe curl_slist_free_all(fields)
        }
        var results = options.map { option, value in
            unsafe cardea_easy_set_long(handle, option, value)
        }
        results += texts.map { option, value in unsafe cardea_easy_set_string(handle, option, value) }
        results.append(unsafe cardea_easy_set_list(handle, CURLOPT_HTTPHEADER, fields))
        unsafe setBody(of: handle, &results)
        unsafe setCallbacks(of: handle, &results)
        guard results.allSatisfy({ $0 == CURLE_OK }) else { return .failure(.other) }
        let result = unsafe curl_easy_perform(handle)
        var status = 0
        _ = unsafe cardea_easy_get_long(handle, CURLINFO_RESPONSE_CODE, &status)
        guard result == CURLE_OK else { return .failure(error(result)) }
        var retryAfter: curl_off_t = 0
        _ = unsafe cardea_easy_get_size(handle, CURLINFO_RETRY_AFTER, &retryAfter)
        return .success(
            OutboundResponse(
                status: status,
                retryAfter: retryAfter > 0 ? Int(retryAfter) : nil,
                location: unsafe location(of: handle),
                fields: unsafe headerFields(of: handle),
                body: body
            )
        )
    }

    private func location(of handle: UnsafeMutableRawPointer) -> String? {
        var text: UnsafePointer<CChar>?
        _ = unsafe cardea_easy_get_string(handle, CURLINFO_REDIRECT_URL, &text)
        return unsafe text.map { unsafe String(cString: $0) }
    }

    private func headerFields(of handle: UnsafeMutableRawPointer) -> [ExactText: String] {
        var fields: [ExactText: String] = [:]
        var next = unsafe curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, nil)
        while let field = unsafe next {
            let name = unsafe String(cString: field.pointee.name).lowercased()
            fields[name.exact] = unsafe String(cString: field.pointee.value)
            unsafe next = curl_easy_nextheader(handle, UInt32(CURLH_HEADER), -1, field)
        }
        return fields
    }

    private var options: [(CURLoption, Int)] {
        [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_NOPROGRESS, 0),
            (CURLOPT_SSL_VERIFYPEER, 1), (CURLOPT_SSL_VERIFYHOST, 2),
            (CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2)),
            (CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1)),
            (CURLOPT_CONNECTTIMEOUT, configuration.connectTimeout), (CURLOPT_TIMEOUT, configuration.timeout),
        ]
    }

    private var texts: [(CURLoption, String)] {
        let texts: [(CURLoption, String)] = [
            (CURLOPT_URL, request.url), (CURLOPT_CUSTOMREQUEST, request.method),
            (CURLOPT_PROTOCOLS_STR, configuration.allowsPlainHTTP ? "https,http" : "https"),
            // Never a proxy of the environment: it would resolve the name.
            (CURLOPT_PROXY, ""), (CURLOPT_USERAGENT, "Cardea"),
        ]
        return texts + (configuration.certificateAuthorities.map { [(CURLOPT_CAINFO, $0)] } ?? [])
    }

    private func setBody(of handle: UnsafeMutableRawPointer, _ results: inout [CURLcode]) {
        guard !request.body.isEmpty else { return }
        let size = curl_off_t(request.body.count)
        results.append(unsafe cardea_easy_set_size(handle, CURLOPT_POSTFIELDSIZE_LARGE, size))
        // libcurl copies the bytes.
        let copied = unsafe request.body.withUnsafeBytes { bytes in
            unsafe cardea_easy_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, bytes.baseAddress)
        }
        results.append(copied)
    }

    private func setCallbacks(of handle: UnsafeMutableRawPointer, _ results: inout [CURLcode]) {
        let me = unsafe Unmanaged.passUnretained(self).toOpaque()
        for place in [CURLOPT_WRITEDATA, CURLOPT_XFERINFODATA, CURLOPT_OPENSOCKETDATA] {
            results.append(unsafe cardea_easy_set_pointer(handle, place, me))
        }
        results.append(
            unsafe cardea_easy_set_write(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, me in
                unsafe OutboundExchange.of(me).receive(
                    UnsafeRawBufferPointer(start: bytes, count: size * count)
                )
            }
        )
        results.append(
            unsafe cardea_easy_set_progress(handle) { me, _, _, _, _ in
                unsafe OutboundExchange.of(me).isCancelled.withLock { $0 } ? 1 : 0
            }
        )
        results.append(
            unsafe cardea_easy_set_open_socket(handle) { me, _, address in
                guard let address = unsafe address, unsafe OutboundExchange.of(me).mayConnect(to: address)
                else {
                    return cardea_no_socket()
                }
                return unsafe cardea_open_socket(address)
            }
        )
    }

    /// Keeps a part of the body.
    ///
    /// - Returns: The number of bytes; another one ends the transfer.
    private func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard body.count + bytes.count <= configuration.maximumResponseBytes else {
            isTooLarge = true
            return -1
        }
        unsafe body.append(contentsOf: bytes)
        return bytes.count
    }

    /// Whether libcurl may connect to an address that it has resolved.
    private func mayConnect(to address: UnsafeMutablePointer<curl_sockaddr>) -> Bool {
        if configuration.allowsPrivateNetworks { return true }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = unsafe bytes.withUnsafeMutableBufferPointer { bytes in
            Int(unsafe cardea_socket_address(address, bytes.baseAddress))
        }
        guard NetworkAddress(Array(bytes.prefix(count)))?.isPublic == true else {
            hasForbiddenAddress = true
            return false
        }
        return true
    }

    private func error(_ result: CURLcode) -> OutboundHTTPError {
        switch result {
        case CURLE_COULDNT_RESOLVE_HOST: .unknownHost
        case CURLE_COULDNT_CONNECT: hasForbiddenAddress ? .forbiddenAddress : .unreachable
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM:
            .tls
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        case CURLE_WRITE_ERROR: isTooLarge ? .responseTooLarge : .other
        case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE,
            CURLE_WEIRD_SERVER_REPLY:
            .disconnected
        case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .invalidURL
        default: .other
        }
    }

    /// The exchange behind a pointer that libcurl was given.
    private static func of(_ pointer: UnsafeMutableRawPointer?) -> OutboundExchange {
        guard let pointer = unsafe pointer else {
            preconditionFailure("libcurl passes the pointer that was set")
        }
        return unsafe Unmanaged<OutboundExchange>.fromOpaque(pointer).takeUnretainedValue()
    }
}
