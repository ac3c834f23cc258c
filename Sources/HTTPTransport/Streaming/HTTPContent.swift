public import Foundation

/// The content of a request that is not, or not yet, in memory.
public struct HTTPContent: Sendable {
    /// How many bytes there are; `nil` when that is not known before the last one.
    public let length: Int64?
    /// Whether the same bytes can be had again, so that the request can be sent again.
    public let isRepeatable: Bool
    private let open: @Sendable () async throws(TransportError) -> HTTPBytes

    private init(
        length: Int64?,
        isRepeatable: Bool,
        open: @escaping @Sendable () async throws(TransportError) -> HTTPBytes
    ) {
        self.length = length
        self.isRepeatable = isRepeatable
        self.open = open
    }

    /// Bytes in memory.
    public static func data(_ data: Data) -> Self {
        Self(length: Int64(data.count), isRepeatable: true) { () throws(TransportError) in HTTPBytes(data) }
    }

    /// Bytes that a closure makes anew for each sending.
    ///
    /// - Parameters:
    ///   - length: How many bytes there are, if that is known.
    ///   - open: Begins to read the bytes from the first one.
    public static func stream(
        length: Int64? = nil,
        _ open: @escaping @Sendable () async throws(TransportError) -> HTTPBytes
    ) -> Self {
        Self(length: length, isRepeatable: true, open: open)
    }

    /// Bytes that can be had only once: a request with them is never sent again.
    ///
    /// - Parameters:
    ///   - length: How many bytes there are, if that is known.
    ///   - bytes: The bytes.
    public static func once(length: Int64? = nil, _ bytes: HTTPBytes) -> Self {
        Self(length: length, isRepeatable: false) { () throws(TransportError) in bytes }
    }

    /// Begins to read the bytes, from the first one.
    public func bytes() async throws(TransportError) -> HTTPBytes { try await open() }
}
