#if canImport(CCurl)
public import HTTPTransport
import Foundation

/// A transport over libcurl: HTTP/1.1 and, over TLS, HTTP/2, with connections kept for the next request.
///
/// All exchanges share one thread, which ends with the transport. Redirects are not followed; cookies,
/// `.netrc` files and credentials in addresses are not used. A proxy of the environment (`https_proxy`,
/// `no_proxy`) is, but not to reach this machine itself.
public final class CurlTransport: HTTPTransport {
    /// How a transport connects, and how much it takes.
    public struct Configuration: Sendable {
        /// The most connections at once; further requests wait, within their time-outs.
        public var maximumConnections: Int
        /// The longest body that is accepted, in bytes after decompression.
        public var maximumResponseBytes: Int
        /// A file of PEM certificates to trust in place of the system's.
        public var certificateAuthorities: String?
        /// A Unix socket to connect to, whatever host the address names.
        public var unixSocket: String?

        /// Creates a configuration; 64 connections and 16 MiB unless told.
        public init(
            maximumConnections: Int = 64,
            maximumResponseBytes: Int = 16 << 20,
            certificateAuthorities: String? = nil,
            unixSocket: String? = nil
        ) {
            self.maximumConnections = maximumConnections
            self.maximumResponseBytes = maximumResponseBytes
            self.certificateAuthorities = certificateAuthorities
            self.unixSocket = unixSocket
        }
    }

    private let configuration: Configuration
    let exchanges: ExchangeLoop

    /// Creates a transport and starts its thread.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
        let exchanges = ExchangeLoop(maximumConnections: configuration.maximumConnections)
        self.exchanges = exchanges
        Thread.detachNewThread { exchanges.run() }
    }

    /// Creates a transport that reaches a server over a Unix socket.
    ///
    /// - Parameter path: Where the socket is; hosts in addresses count only for `Host`.
    public convenience init(unixSocket path: String) {
        self.init(Configuration(unixSocket: path))
    }

    deinit { exchanges.close() }

    /// Sends one request and returns the whole answer, decompressed, whatever its status.
    ///
    /// - Parameter request: Its address must be of `http` or `https`; the fields that frame messages are
    ///   refused.
    /// - Returns: The last answer: interim ones (1xx) and trailers are left out.
    /// - Throws: `TransportError`, which says whether the server may have received the request.
    public func send(_ request: HTTPRequest) async throws(TransportError) -> HTTPResponse {
        let outgoing = try OutgoingRequest(request)
        return try await exchanges.perform(outgoing, configuration).get()
    }
}
#endif
