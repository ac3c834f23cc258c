#if canImport(CCardeaCurl)
extension CurlTransport {
    /// The connections and the limits of a transport.
    package struct Configuration: Sendable {
        /// The largest number of concurrent exchanges, and so of connections in use.
        ///
        /// Further requests wait in the order of their arrival, within their timeouts. A streamed response counts until it has
        /// been read or released.
        package var maximumConnections: Int
        /// The longest body that `send` accepts, in bytes after decompression.
        package var maximumResponseBytes: Int
        /// A file of PEM certificates to trust instead of the system's.
        package var certificateAuthorities: String?
        /// Base64 of the SHA-256 of accepted public keys (SubjectPublicKeyInfo); empty accepts every key.
        ///
        /// The server's certificate must be trusted as well (RFC 7469 §2.4 describes how to compute the hashes).
        package var pinnedKeys: [String]
        /// A proxy instead of those that the environment names, such as `http://proxy.example:3128`.
        package var proxy: String?
        /// A Unix socket to connect to, for every host.
        package var unixSocket: String?

        /// Creates a configuration; it defaults to 64 connections and 16 MiB.
        package init(
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
