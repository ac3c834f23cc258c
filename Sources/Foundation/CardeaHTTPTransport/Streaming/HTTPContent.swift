public import Foundation

/// The content of a request that is not, or not yet, in memory.
public struct HTTPContent: Sendable {
    /// The number of bytes; `nil` if it is not known before the last one.
    public let length: Int64?
    /// Whether the same bytes can be had again, so that the request can be sent again.
    public let isRepeatable: Bool
    /// The file that holds the bytes, for a transport that can send one by itself.
    public let file: URL?
    private let open: @Sendable () async throws(TransportError) -> HTTPBytes

    private init(
        length: Int64?,
        isRepeatable: Bool,
        file: URL? = nil,
        open: @escaping @Sendable () async throws(TransportError) -> HTTPBytes
    ) {
        self.length = length
        self.isRepeatable = isRepeatable
        self.file = file
        self.open = open
    }

    /// Bytes in memory.
    public static func data(_ data: Data) -> Self {
        Self(length: Int64(data.count), isRepeatable: true) { () throws(TransportError) in HTTPBytes(data) }
    }

    /// The bytes of a file, which is opened for each sending.
    ///
    /// A sending fails with `invalidRequest` when the file is gone by then or has another size.
    ///
    /// - Parameter file: A regular file; its size is taken now.
    /// - Returns: The content, which can be sent again.
    /// - Throws: `invalidRequest` when there is no such file.
    public static func file(_ file: URL) throws(TransportError) -> Self {
        let length = try FileBytes.size(of: file)
        return Self(length: length, isRepeatable: true, file: file) { () throws(TransportError) in
            let bytes = try FileBytes(file, size: length)
            return HTTPBytes { () throws(TransportError) in try await bytes.next() }
        }
    }

    /// Bytes that a closure makes anew for each sending.
    ///
    /// - Parameters:
    ///   - length: How many bytes there are, if that is known.
    ///   - open: Begins to read the bytes from the first one.
    /// - Returns: The content, which can be sent again.
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
    /// - Returns: The content, for one sending.
    public static func once(length: Int64? = nil, _ bytes: HTTPBytes) -> Self {
        Self(length: length, isRepeatable: false) { () throws(TransportError) in bytes }
    }

    /// Begins to read the bytes, from the first one.
    public func bytes() async throws(TransportError) -> HTTPBytes { try await open() }

    /// All of the bytes, in memory.
    ///
    /// - Returns: As many as `length` says.
    /// - Throws: `invalidRequest` when there are more or fewer.
    package func collected() async throws(TransportError) -> Data {
        let data = try await bytes().collected()
        guard length == nil || length == Int64(data.count) else {
            throw .invalidRequest("The content does not have its announced length")
        }
        return data
    }
}
