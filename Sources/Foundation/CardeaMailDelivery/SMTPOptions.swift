import CCardeaCurl
import CardeaSecrets

/// The options of one transfer of libcurl.
@safe final class SMTPOptions {
    private let handle: UnsafeMutableRawPointer
    /// The first error; libcurl lacks what the option needs.
    private(set) var rejection: CURLcode?

    init(_ handle: UnsafeMutableRawPointer) { unsafe self.handle = handle }

    func set(_ option: CURLoption, _ value: Int) {
        require(unsafe cardea_easy_set_long(handle, option, value))
    }

    /// libcurl copies the text.
    func set(_ option: CURLoption, _ value: String) {
        require(unsafe cardea_easy_set_string(handle, option, value))
    }

    func set(_ option: CURLoption, _ value: UnsafeMutablePointer<curl_slist>?) {
        require(unsafe cardea_easy_set_list(handle, option, value))
    }

    func apply(_ configuration: SMTPConfiguration, messageBytes: Int) {
        let host = configuration.host.contains(":") ? "[\(configuration.host)]" : configuration.host
        let scheme = configuration.security == .tls ? "smtps" : "smtp"
        set(CURLOPT_URL, "\(scheme)://\(host):\(configuration.port)/\(configuration.helloName)")
        set(CURLOPT_PROTOCOLS_STR, scheme)
        // Mail never goes through a proxy of the environment.
        set(CURLOPT_PROXY, "")
        set(CURLOPT_NOSIGNAL, 1)
        set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        set(CURLOPT_SSL_VERIFYPEER, 1)
        set(CURLOPT_SSL_VERIFYHOST, 2)
        set(
            CURLOPT_USE_SSL,
            configuration.security == .none ? Int(CURLUSESSL_NONE.rawValue) : Int(CURLUSESSL_ALL.rawValue)
        )
        if let file = configuration.certificateAuthorities {
            set(CURLOPT_CAINFO, file)
            _ = unsafe cardea_easy_set_string(handle, CURLOPT_CAPATH, nil)
        }
        if let credentials = configuration.credentials {
            set(CURLOPT_USERNAME, credentials.user)
            set(CURLOPT_PASSWORD, credentials.password.reveal())
        }
        set(CURLOPT_CONNECTTIMEOUT, configuration.connectTimeout)
        set(CURLOPT_SERVER_RESPONSE_TIMEOUT, configuration.timeout)
        set(CURLOPT_UPLOAD, 1)
        // `QUIT` is a part of the transfer, in which the callbacks are called, and not of the end of the handle.
        set(CURLOPT_FORBID_REUSE, 1)
        require(unsafe cardea_easy_set_size(handle, CURLOPT_INFILESIZE_LARGE, curl_off_t(messageBytes)))
    }

    /// - Parameter exchange: A pointer to the exchange, which lives until the transfer ends.
    func setCallbacks(_ exchange: UnsafeMutableRawPointer) {
        for place in [CURLOPT_READDATA, CURLOPT_HEADERDATA, CURLOPT_XFERINFODATA, CURLOPT_DEBUGDATA] {
            require(unsafe cardea_easy_set_pointer(handle, place, exchange))
        }
        require(
            unsafe cardea_easy_set_read(handle) { bytes, size, count, me in
                unsafe SMTPExchange.of(me).supply(
                    UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
                )
            }
        )
        require(
            unsafe cardea_easy_set_write(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, me in
                unsafe SMTPExchange.of(me).receive(
                    UnsafeRawBufferPointer(start: bytes, count: size * count)
                )
            }
        )
        set(CURLOPT_VERBOSE, 1)
        require(
            unsafe cardea_easy_set_debug(handle) { _, kind, bytes, size, me in
                if kind == CURLINFO_HEADER_OUT {
                    unsafe SMTPExchange.of(me).notice(UnsafeRawBufferPointer(start: bytes, count: size))
                }
                return 0
            }
        )
        set(CURLOPT_NOPROGRESS, 0)
        require(
            unsafe cardea_easy_set_progress(handle) { me, _, _, _, _ in
                unsafe SMTPExchange.of(me).mayContinue() ? 0 : 1
            }
        )
    }

    private func require(_ result: CURLcode) {
        if result != CURLE_OK, rejection == nil { rejection = result }
    }
}

extension SMTPExchange {
    /// The exchange behind a pointer that libcurl was given.
    fileprivate static func of(_ pointer: UnsafeMutableRawPointer?) -> SMTPExchange {
        guard let pointer = unsafe pointer else {
            preconditionFailure("libcurl passes the pointer that was set")
        }
        return unsafe Unmanaged<SMTPExchange>.fromOpaque(pointer).takeUnretainedValue()
    }
}
