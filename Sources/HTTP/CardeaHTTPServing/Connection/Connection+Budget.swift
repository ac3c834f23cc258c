import CardeaLogging

extension Connection {
    /// Fewer bytes are not counted: quotas of connections bound them.
    private static let uncounted = 4 * 1024

    /// Tells the server how many bytes wait here because the client is slow.
    func account() {
        // If the system takes no more, the buffer of the socket is full, too.
        let held = machine.bodyBytes + (output.isBlocked ? output.size + Listener.sendBufferBytes : 0)
        let bytes = held < Self.uncounted ? 0 : held
        guard bytes != accounted else { return }
        accounted = bytes
        for connection in loop.settings.buffers.note(bytes, of: self) {
            connection.loop.evict(connection)
        }
    }

    /// Closes the connection, because its client holds too many bytes.
    func evict() {
        guard phase != .closed else { return }
        loop.settings.logger.warning(
            "slow connection closed: its network address has too many buffered bytes",
            metadata: ["remote": .string(peer.text), "bytes": .stringConvertible(accounted)]
        )
        accounted = 0
        close()
    }
}
