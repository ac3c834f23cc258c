#if canImport(CCardeaCurl)
import CCardeaCurl
import Foundation
import CardeaHTTPTransport

/// Owns an easy handle of libcurl; one thread at a time may use it.
@safe final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private var lines: UnsafeMutablePointer<curl_slist>?
    /// The first option that libcurl rejected, such as one that its TLS library lacks.
    private var rejection = CURLE_OK

    init() {
        guard let pointer = unsafe curl_easy_init() else {
            preconditionFailure("libcurl cannot create a handle")
        }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(lines)
    }

    /// Removes the last exchange; connections and sessions stay.
    func reset() {
        unsafe curl_easy_reset(pointer)
        unsafe curl_slist_free_all(lines)
        unsafe lines = nil
        rejection = CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: Int) {
        require(unsafe cardea_easy_set_long(pointer, option, value))
    }

    /// libcurl copies the text.
    private func set(_ option: CURLoption, _ value: String) {
        require(unsafe cardea_easy_set_string(pointer, option, value))
    }

    private func require(_ result: CURLcode) {
        if result != CURLE_OK { rejection = result }
    }

    /// Sets all options of a request; the destination of its response is set elsewhere.
    ///
    /// - Throws: `invalidRequest` if libcurl lacks a feature that the request needs; the request is not sent then.
    func prepare(
        _ request: OutgoingRequest,
        _ configuration: CurlTransport.Configuration
    ) throws(TransportError) {
        set(CURLOPT_URL, request.url)
        set(CURLOPT_PATH_AS_IS, 1)
        set(CURLOPT_PROTOCOLS_STR, "http,https")
        set(CURLOPT_NOSIGNAL, 1)
        // Otherwise, cancelling a request would wait for its name resolution, and so would all other requests.
        set(CURLOPT_QUICK_EXIT, 1)
        set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if request.decompresses { set(CURLOPT_ACCEPT_ENCODING, "") }
        if let proxy = configuration.proxy { set(CURLOPT_PROXY, proxy) }
        if request.isLoopback { set(CURLOPT_PROXY, "") }
        if let file = configuration.certificateAuthorities {
            set(CURLOPT_CAINFO, file)
            _ = unsafe cardea_easy_set_string(pointer, CURLOPT_CAPATH, nil)
        }
        if !configuration.pinnedKeys.isEmpty {
            let keys = configuration.pinnedKeys.map { "sha256//\($0)" }.joined(separator: ";")
            set(CURLOPT_PINNEDPUBLICKEY, keys)
        }
        if let path = configuration.unixSocket {
            set(CURLOPT_UNIX_SOCKET_PATH, path)
            set(CURLOPT_PROXY, "")
        }
        prepareVersion(request)
        prepareMethodAndContent(request)
        for line in request.lines { unsafe lines = curl_slist_append(lines, line) ?? lines }
        require(unsafe cardea_easy_set_list(pointer, CURLOPT_HTTPHEADER, lines))
        if rejection != CURLE_OK { throw TransportError(rejection, hasBegun: false) }
    }

    private func prepareVersion(_ request: OutgoingRequest) {
        let mayWait = request.isStreamed || request.content.mayOutgrowWindow
        let isSecond = CurlVersion.running.waitsOverHTTP2 || !mayWait
        let version = isSecond ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1
        // A libcurl that knows no HTTP/2 does without.
        _ = unsafe cardea_easy_set_long(pointer, CURLOPT_HTTP_VERSION, Int(version))
    }

    private func prepareMethodAndContent(_ request: OutgoingRequest) {
        switch request.content {
        case .data(let body):
            send(body)
        case .stream(let length):
            set(CURLOPT_UPLOAD, 1)
            require(
                unsafe cardea_easy_set_size(pointer, CURLOPT_INFILESIZE_LARGE, curl_off_t(length ?? -1))
            )
        case .none:
            if ["POST", "PUT", "PATCH"].contains(request.method) { send(Data()) }
        }
        if request.method == "HEAD" { set(CURLOPT_NOBODY, 1) }
        set(CURLOPT_CUSTOMREQUEST, request.method)
    }

    /// libcurl copies the bytes.
    private func send(_ body: Data) {
        require(unsafe cardea_easy_set_size(pointer, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(body.count)))
        unsafe body.withUnsafeBytes { bytes in
            // A null pointer would mean a body that is read in pieces.
            guard let start = bytes.baseAddress else { return set(CURLOPT_COPYPOSTFIELDS, "") }
            require(unsafe cardea_easy_set_pointer(pointer, CURLOPT_COPYPOSTFIELDS, start))
        }
    }
}
#endif
