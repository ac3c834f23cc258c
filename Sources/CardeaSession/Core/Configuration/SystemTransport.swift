/// The transport that suits the system.
public enum SystemTransport {
    /// Creates a transport: libcurl on Linux, URLSession on Apple systems.
    ///
    /// For further settings, such as a proxy, create a `CurlTransport` or a `URLSessionTransport`.
    ///
    /// - Parameters:
    ///   - pinnedKeys: Base64 of the SHA-256 of the public keys (SubjectPublicKeyInfo) that a server may have; any key if
    ///     empty. The system must trust the certificate too. RFC 7469 §2.4 says how a hash is made.
    ///   - maximumResponseBytes: The longest body of a response, unless it is streamed; defaults to 16 MiB.
    /// - Returns: The transport.
    public static func make(
        pinnedKeys: [String] = [],
        maximumResponseBytes: Int = 16 << 20
    ) -> any HTTPTransport {
        #if os(Linux)
        CurlTransport(.init(maximumResponseBytes: maximumResponseBytes, pinnedKeys: pinnedKeys))
        #else
        URLSessionTransport(.init(maximumResponseBytes: maximumResponseBytes, pinnedKeys: pinnedKeys))
        #endif
    }
}
