import CMicrohttpd
import HTTPMessages
import HTTPRouting

extension Response {
    /// Gives the answer to the library, which sends it once its callback has returned.
    ///
    /// - Parameters:
    ///   - connection: The library's connection.
    ///   - isLast: Whether the connection is closed after the answer, which then says so.
    /// - Returns: Whether the library took it.
    func queue(on connection: OpaquePointer, isLast: Bool) -> Bool {
        let response = unsafe body.withUnsafeBytes { bytes in
            // Not written to: the library copies the bytes.
            unsafe MHD_create_response_from_buffer(
                bytes.count,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let response = unsafe response else { return false }
        defer { unsafe MHD_destroy_response(response) }
        for field in fields where !Self.isFraming(field.name) {
            // As an argument, each text would be copied into an array first.
            unsafe field.name.description.withCString { name in
                unsafe field.value.withCString { value in
                    // A name or value that would break the head is left out by the library.
                    _ = unsafe MHD_add_response_header(response, name, value)
                }
            }
        }
        if isLast { unsafe MHD_add_response_header(response, "connection", "close") }
        let isAnswer = (200...599).contains(status)
        return unsafe MHD_queue_response(connection, isAnswer ? UInt32(status) : 500, response) == .YES
    }
}
