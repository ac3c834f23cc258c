#if canImport(CCardeaCurl)
extension CurlTransport {
    /// How a transport connects, and how much it takes.
    public struct Configuration: Sendable {
        /// The most exchanges at once, and so of connections in use.
        ///
        /// Further requests wait in the order they came, within their time-outs. A streamed answer counts until it has
        /// been read or let go.
        public var maximumConnections: Int
        /// The longest body that `send` accepts, in bytes after decompression.
        public var maximumResponseBytes: Int
        /// A file of PEM certificates to trust in place of the system's.
        public var certificateAuthorities: String?
        /// Base64 of the SHA-256 of the public keys (SubjectPublicKeyInfo) that a server may have; any when empty.
        ///
        /// They are asked for beside a certificate that is trusted (RFC 7469 §2.4 says how they are made).
        public var pinnedKeys: [String]
        /// A proxy in place of those that the environment names, such as `http://proxy.example:3128`.
        public var proxy: String?
        /// A Unix socket to connect to, whatever host the address names.
        public var unixSocket: String?

        /// Creates a configuration; 64 connections and 16 MiB unless told.
        public init(
            maximumConnections: Int = 64,
            maximumResponseBytes: Int = 16 << 20,
            certificateAuthorities: String? = nil,
            pinnedKeys: [String] = [],
            proxy: String? = nil,
            unixSocket: String? = nil
        ) {
            self.maximumConnections = maximumConnections
            self.maximumResponseBytes = maximumResponseBytes
            self.certificateAuthorities = certificateAuthorities
            self.pinnedKeys = pinnedKeys
            self.proxy = proxy
            self.unixSocket = unixSocket
        }
    }
}
#endif
