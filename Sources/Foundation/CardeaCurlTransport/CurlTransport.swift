#if canImport(CCardeaCurl)
public import CardeaHTTPTransport
import Foundation

/// A transport over libcurl: HTTP/1.1 and, over TLS, HTTP/2, with connections kept for the next request.
///
/// With libcurl before 8.3.0, streamed exchanges and bodies longer than 64 KiB use HTTP/1.1: older releases cannot pause
/// an HTTP/2 exchange without keeping a processor busy or waiting forever.
///
/// All exchanges share one thread, which ends with the transport. Redirects are not followed; cookies, `.netrc` files and
/// credentials in URLs are not used. A proxy of the environment (`https_proxy`, `no_proxy`) is used, except for this
/// machine. TLS has version 1.2 or later.
///
/// The transport asks for compressed responses and decompresses them, if the request has no `Accept-Encoding`.
public final class CurlTransport: HTTPTransport {
    private let configuration: Configuration
    let exchanges: ExchangeLoop

    /// Creates a transport and starts its thread.
    ///
    /// - Parameters:
    ///   - pinnedKeys: Base64 of the SHA-256 of the public keys (SubjectPublicKeyInfo) that a server may have; any key if
    ///     empty. The system must trust the certificate too. RFC 7469 §2.4 says how a hash is computed.
    ///   - proxy: A proxy instead of those that the environment names, such as `http://proxy.example:3128`.
    ///   - certificateAuthorities: A file of PEM certificates to trust instead of the system's.
    ///   - maximumConnections: The largest number of concurrent requests; defaults to 64. Further requests wait in the order
    ///     of their arrival, within their timeouts. A streamed response counts until it has been read or released.
    ///   - maximumResponseBytes: The longest body of a response that is not streamed, in bytes after decompression; defaults
    ///     to 16 MiB.
    public convenience init(
        pinnedKeys: [String] = [],
        proxy: String? = nil,
        certificateAuthorities: String? = nil,
        maximumConnections: Int = 64,
        maximumResponseBytes: Int = 16 << 20
    ) {
        self.init(
            Configuration(
                maximumConnections: maximumConnections,
                maximumResponseBytes: maximumResponseBytes,
                certificateAuthorities: certificateAuthorities,
                pinnedKeys: pinnedKeys,
                proxy: proxy
            )
        )
    }

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        let exchanges = ExchangeLoop(maximumExchanges: configuration.maximumConnections)
        self.exchanges = exchanges
        // The client has no CardeaThreads: Foundation's threads exist on every system.
        let thread = Thread { exchanges.run() }
        thread.name = "curl"
        thread.start()
    }

    /// Creates a transport that reaches a server over a Unix socket.
    ///
    /// - Parameter path: Where the socket is; hosts in addresses count only for `Host`.
    public convenience init(unixSocket path: String) {
        self.init(Configuration(unixSocket: path))
    }

    deinit { exchanges.close() }

    /// Sends one request and returns the whole response, decompressed, whatever its status.
    ///
    /// - Parameter request: Its URL must be `http` or `https`; fields that frame messages are rejected.
    /// - Returns: The final response, without interim ones (1xx) and trailers.
    /// - Throws: `TransportError`, which says whether the server may have received the request; `invalidRequest`
    ///   also if libcurl lacks a feature that the configuration demands, such as pinned keys.
    public func send(_ request: CardeaRequest) async throws(TransportError) -> CardeaResponse {
        let outgoing = try OutgoingRequest(request)
        let maximumBytes = configuration.maximumResponseBytes
        return try await exchanges.perform(exchanges.newID()) { id, completion in
            Exchange(
                id,
                outgoing,
                configuration,
                receiver: WholeResponseReceiver(maximumBytes: maximumBytes, completion)
            )
        }
    }

    /// Sends one request, with its body as it is read, and returns the response once its head has arrived.
    ///
    /// If the body is longer than one megabyte or its length is unknown, the server is asked first
    /// (`Expect: 100-continue`). If it does not respond within a second, the body is sent.
    ///
    /// - Parameters:
    ///   - request: Its URL must be `http` or `https`; fields that frame messages are rejected.
    ///   - content: The request's body, instead of `request.body`; `nil` for `request.body`.
    /// - Returns: The head, and the body as it arrives; while nothing reads it, only a part of it is received. Releasing
    ///   it, or cancelling the task that reads it, ends the exchange.
    /// - Throws: `TransportError`, which says whether the server may have received the request.
    public func stream(
        _ request: CardeaRequest,
        sending content: HTTPContent?
    ) async throws(TransportError) -> HTTPStreamedResponse {
        let outgoing = try OutgoingRequest(request, sending: content, isStreamed: true)
        let (exchanges, id, arriving) = (exchanges, exchanges.newID(), ArrivingBody())
        let sending = content.map { content in
            OutgoingContent(content) { exchanges.resume(id, .sending) }
        }
        let body = StreamedBody(id, arriving, of: self)
        let head = try await exchanges.perform(id) { id, completion in
            Exchange(
                id,
                outgoing,
                configuration,
                sending: sending,
                receiver: StreamedResponseReceiver(arriving, completion)
            )
        }
        return HTTPStreamedResponse(
            status: head.status,
            fields: head.fields,
            body: HTTPBytes { () throws(TransportError) in try await body.next() }
        )
    }
}
#endif
