#if canImport(CCardeaCurl)
import CCardeaCurl
import CardeaHTTPTransport

extension TransportError {
    /// Translates a result of libcurl.
    ///
    /// - Parameters:
    ///   - result: The result of the transfer.
    ///   - hasBegun: Whether a part of the request may have left this machine.
    init(_ result: CURLcode, hasBegun: Bool) {
        let code: Code =
            switch result {
            case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY, CURLE_COULDNT_CONNECT, CURLE_PROXY:
                .cannotConnect
            case CURLE_OPERATION_TIMEDOUT:
                .timedOut
            case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_CIPHER,
                CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS,
                CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_PINNEDPUBKEYNOTMATCH, CURLE_USE_SSL_FAILED:
                .secureConnectionFailed
            case CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_GOT_NOTHING, CURLE_PARTIAL_FILE, CURLE_HTTP2,
                CURLE_HTTP2_STREAM, CURLE_SEND_FAIL_REWIND, CURLE_ABORTED_BY_CALLBACK,
                CURLE_WEIRD_SERVER_REPLY:
                .connectionLost
            case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_BAD_FUNCTION_ARGUMENT,
                CURLE_NOT_BUILT_IN, CURLE_UNKNOWN_OPTION:
                .invalidRequest
            default:
                .other
            }
        // The callback that reads the content gives up when the connection has ended.
        let described = result == CURLE_ABORTED_BY_CALLBACK ? CURLE_SEND_ERROR : result
        let description = unsafe String(cString: curl_easy_strerror(described))
        let inTime: Code =
            switch code {
            // Before the request was sent, only the way to the server was lost, such as a proxy's tunnel.
            case .connectionLost where !hasBegun: .cannotConnect
            // A request that was sent was valid; the response was not HTTP.
            case .invalidRequest where hasBegun: .connectionLost
            default: code
            }
        self.init(
            inTime,
            mayHaveBeenReceived: hasBegun,
            description: description
        )
    }
}
#endif
