import CardeaEncodings

extension Connection {
    /// Makes ready to append to the output, which is sent at the end of the turn.
    func prepareOutput() {
        if output.bytes.isEmpty { output.bytes = loop.takeBuffer() }
        guard !isDirty else { return }
        isDirty = true
        loop.dirty.append(self)
    }

    /// Sends text that is no response yet.
    func say(_ text: StaticString) {
        prepareOutput()
        output.bytes.append(text)
    }

    /// Sends what can be sent, and continues with what was held back meanwhile.
    func flush() {
        isDirty = false
        guard phase != .closed else { return }
        output.isBlocked = false
        while !output.isEmpty {
            switch transport.write(output.unsent) {
            case .moved(let count):
                output.advance(count)
                writeNeeds = .writable
            case .wants(let needs):
                writeNeeds = needs
                output.isBlocked = true
                return settle()
            case .ended, .failed:
                return close()
            }
        }
        loop.giveBack(&output)
        if machine.state == .ended, !isFinished { finish() }
        if phase != .closed, !isFinished { resume() }
        if loop.isClosing, isUnused { close() }
        settle()
    }
}
