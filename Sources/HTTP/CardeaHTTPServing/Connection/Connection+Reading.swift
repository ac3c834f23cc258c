import CardeaHTTPMessages
import CardeaHTTPRouting

extension Connection {
    /// While so many bytes wait to be sent, no further response is created.
    static let outputLimit = 64 * 1024

    /// Whether bytes that arrive are of use now.
    var readsInput: Bool {
        machine.state != .responding && !output.isBlocked && output.count < Self.outputLimit && !isWaiting
    }

    /// Reads one buffer from the socket, and no more, because other connections wait too.
    func read() {
        if isFinished { return discard() }
        repeat {
            switch unsafe transport.read(into: loop.scratch) {
            case .moved(let count):
                readNeeds = .readable
                unsafe receive(UnsafeBufferPointer(rebasing: loop.scratch[..<count]))
            case .wants(let needs):
                readNeeds = needs
                return
            case .ended:
                return endInput()
            case .failed:
                return close()
            }
            // No event reports what TLS has decrypted, or read ahead.
        } while phase != .closed && transport.hasPending && readsInput
    }

    /// Continues with what has arrived before.
    func resume() {
        if !input.isEmpty, readsInput { readInput() }
        if phase != .closed, transport.hasPending, readsInput { read() }
    }

    private func receive(_ bytes: UnsafeBufferPointer<UInt8>) {
        if input.isEmpty {
            let place = advance(over: unsafe bytes.span, from: 0)
            if place < bytes.count { unsafe input.append(UnsafeBufferPointer(rebasing: bytes[place...])) }
        } else {
            unsafe input.append(bytes)
            readInput()
        }
    }

    private func readInput() {
        // The buffer is moved out, so that its bytes are read while other properties change (SE-0176).
        var taken = InputBuffer()
        swap(&taken, &input)
        taken.place = advance(over: taken.bytes.span, from: taken.place)
        if !taken.isEmpty { input = taken }
    }

    /// Reads requests, and hands each to the responder.
    private func advance(over bytes: Span<UInt8>, from start: Int) -> Int {
        var place = start
        let settings = loop.settings
        while readsInput {
            guard place == bytes.count || share.allowsResponse(in: loop.turns) else {
                waitForTurn()
                return place
            }
            let event = machine.read(bytes, from: &place, settings.limits) { head in
                settings.limits.bodyLimit(settings.responder.bodySize(of: head))
            }
            switch consume event {
            case .needsMore: return place
            case .wantsContinue: say("HTTP/1.1 100 Continue\r\n\r\n")
            case .request(let request): handle(request)
            case .rejected(let error, let request): reject(error, of: request)
            }
        }
        return place
    }

    /// The client sends no more; a request that it has not finished is dropped.
    private func endInput() {
        guard !output.isEmpty else { return close() }
        _ = machine.end()
    }
}
