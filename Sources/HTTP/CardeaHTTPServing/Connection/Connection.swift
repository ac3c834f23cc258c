import Glibc
import CardeaEncodings
import CardeaHTTPRouting

/// A client's connection: a socket, the machine that reads its requests, and what is still to be sent.
///
/// Each event of the poller leads to a read or a write, or is removed from the interest. So an event that is of no use
/// now does not wake the loop again and again.
///
/// It is `@unchecked Sendable` because only the thread of its loop uses it.
final class Connection: @unchecked Sendable {
    let loop: EventLoop
    let slot: Int
    let peer: PeerAddress
    var transport: Transport
    var machine = RequestMachine()
    var input = InputBuffer()
    var output = OutputBuffer()
    var handler: Task<Void, Never>?
    /// The body that is made while it is sent.
    var stream: Stream?
    /// The present request is HEAD.
    var isHead = false
    /// It is among the connections that the loop flushes at the end of the turn.
    var isDirty = false
    /// The work in the present turn of the loop.
    var share = TurnShare()
    /// It waits for the next turn of the loop, for its share of this one is used up.
    var isWaiting = false
    /// A response was sent, so that the next request may take its time to begin.
    var hasServed = false
    /// The last request was rejected: more of it may still come.
    var wasRejected = false
    /// The client has received the end of the stream.
    var isFinished = false
    /// The number of bytes that were discarded since then.
    var discarded = 0
    var readNeeds = Poller.Interest.readable
    var writeNeeds = Poller.Interest.writable
    /// The bytes that count in the server's budget.
    var accounted = 0
    private(set) var phase: Phase
    private var interest = Poller.Interest.readable
    /// Where the connection counts while it is open.
    private let quota: Quota
    private var isShakingHands = false

    /// Creates a connection in a slot of its loop; a quota has admitted it.
    init(
        _ transport: Transport,
        slot: Int,
        from peer: PeerAddress,
        countedIn quota: Quota,
        on loop: EventLoop
    ) {
        self.transport = transport
        self.slot = slot
        self.peer = peer
        self.quota = quota
        self.loop = loop
        phase = transport.isSecure ? .handshake : .head
    }

    /// Begins to wait for the client.
    func open() {
        loop.deadlines[slot] = loop.deadline(of: phase)
        if !loop.poller.add(transport.descriptor, token: Int32(slot), interest) { close() }
    }

    /// The socket is ready.
    func ready(_ events: Poller.Interest) {
        guard phase != .closed else { return }
        // The system also calls a connection broken that both sides have ended; unread bytes may still be there.
        guard events.isDisjoint(with: .broken) || isFinished else { return close() }
        var useless = events
        if phase == .handshake {
            useless = []
            shakeHands()
        } else {
            if output.isBlocked, !events.isDisjoint(with: writeNeeds) {
                useless.subtract(writeNeeds)
                flush()
            }
            if phase != .closed, readsInput, !events.isDisjoint(with: readNeeds) {
                useless.subtract(readNeeds)
                read()
            }
        }
        settle(useless)
    }

    /// Brings deadline and interest in line with what the connection now waits for.
    ///
    /// - Parameter useless: Events that led to no read or write. They leave the interest; other changes that only narrow it
    ///   are not worth a call of the system.
    func settle(_ useless: Poller.Interest = []) {
        // The end of the turn settles a connection with something to send.
        guard phase != .closed, !isDirty || !useless.isEmpty else { return }
        enter(presentPhase)
        account()
        var wanted: Poller.Interest = phase == .handshake || readsInput ? readNeeds : []
        if output.isBlocked { wanted.formUnion(writeNeeds) }
        let isMissing = !wanted.isSubset(of: interest)
        guard isMissing || !useless.intersection(interest).isSubset(of: wanted) else { return }
        interest = wanted
        loop.poller.change(transport.descriptor, token: Int32(slot), interest)
    }

    /// Closes the connection; a handler that is at work is cancelled, and its response is dropped.
    func close() {
        guard phase != .closed else { return }
        handler?.cancel()
        endHandshake()
        phase = .closed
        wakeMaker(isOpen: false)
        stream = nil
        _ = machine.end()
        (input, output) = (InputBuffer(), OutputBuffer())
        account()
        // Closing alone does not end the events while a program that is being started has the socket, too.
        loop.poller.remove(transport.descriptor)
        transport.close()
        loop.remove(self)
        quota.release(peer.network)
    }

    private func shakeHands() {
        if !transport.hasSession, let tls = loop.settings.tls {
            // No record of TLS begins with a letter, and each method of HTTP does.
            if let first = transport.firstByte, ASCII.isLetter(first) { return rejectPlainHTTP() }
            guard loop.settings.handshakes.admit(peer.network) else { return close() }
            isShakingHands = true
            transport.begin(tls.context)
        }
        switch transport.handshake() {
        case .moved:
            endHandshake()
            readNeeds = .readable
            enter(.head)
            read()
        case .wants(let needs): readNeeds = needs
        case .ended, .failed: close()
        }
    }

    /// Tells a client that speaks HTTP without TLS so, in the clear.
    private func rejectPlainHTTP() {
        loop.reportPlainHTTP(from: peer)
        transport = Transport(transport.descriptor, isSecure: false)
        enter(.head)
        reject(.needsTLS, of: machine.end(), isLogged: false)
    }

    private func endHandshake() {
        guard isShakingHands else { return }
        isShakingHands = false
        loop.settings.handshakes.release(peer.network)
    }

    private func enter(_ new: Phase) {
        guard new != phase else { return }
        phase = new
        loop.deadlines[slot] = loop.deadline(of: new)
    }
}
