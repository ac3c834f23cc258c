/// After the last response, a connection lingers until its client closes it (RFC 9112 §9.6).
///
/// A socket that is closed with unread bytes resets the connection. A reset destroys what the client has not read yet. So
/// what the client still sends is read and discarded, up to a number of bytes and a deadline.
extension Connection {
    /// Tells the client that no more will come, and begins to linger.
    func finish() {
        isFinished = true
        input = InputBuffer()
        readNeeds = .readable
        transport.finish()
        if isHurried { discard() }
    }

    /// Discards what has arrived, without decryption: one buffer of it, for other connections wait, too.
    func discard() {
        repeat {
            switch unsafe transport.receive(into: loop.scratch) {
            case .moved(let count):
                discarded += count
                guard discarded <= loop.settings.limits.lingerBytes else { return close() }
            case .wants:
                if isHurried { close() }
                return
            case .ended, .failed:
                return close()
            }
        } while isHurried
    }

    /// The loop ends, and waits for no client that has got its response.
    private var isHurried: Bool { loop.isClosing && !wasRejected }
}
