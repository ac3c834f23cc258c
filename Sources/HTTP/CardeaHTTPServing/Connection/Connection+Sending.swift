import CardeaEncodings

extension Connection {
    /// The largest number of bytes of one write.
    private static let pieceBytes = 64 * 1024

    /// Makes ready to append to the output, which is sent at the end of the turn.
    func prepareOutput() {
        output.join()
        if output.bytes.isEmpty { output.bytes = loop.takeBuffer() }
        guard !isDirty else { return }
        isDirty = true
        loop.dirty.append(self)
    }

    /// Sends text that is not a response yet.
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
            guard share.allowsSending(in: loop.turns) else {
                waitForTurn()
                return settle()
            }
            switch transport.write(output.unsent.prefix(Self.pieceBytes)) {
            case .moved(let count):
                output.advance(count)
                share.countSent(count, in: loop.turns)
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
        wakeMaker(isOpen: true)
        if machine.state == .ended, !isFinished { finish() }
        if phase != .closed, !isFinished { resume() }
        if loop.isClosing, isUnused { close() }
        settle()
    }

    /// Waits for the next turn of the loop with what this turn has no share for.
    func waitForTurn() {
        guard !isWaiting else { return }
        isWaiting = true
        loop.waiting.append(self)
    }

    /// Continues in a new turn.
    func takeTurn() {
        isWaiting = false
        guard phase != .closed else { return }
        guard output.isEmpty || output.isBlocked else { return flush() }
        resume()
        settle()
    }
}
