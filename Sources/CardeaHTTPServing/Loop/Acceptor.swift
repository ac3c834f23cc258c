import CCardeaLinux
import Glibc

/// The listening socket of a loop.
///
/// When the process has no descriptors left, a reserved one is given up for a moment, to accept a client and close its
/// connection: it would hang otherwise. When even that fails, listening pauses.
struct Acceptor {
    enum Outcome {
        case accepted(Int32, PeerAddress)
        /// The same, but only to be closed again: there are no more descriptors.
        case excess(Int32)
        case nothing
        /// Nothing can be accepted for a while.
        case exhausted
    }

    /// How long listening pauses.
    static let pause: Milliseconds = 100

    let descriptor: Int32
    /// When listening goes on; `.never` while it does not pause.
    var resumesAt = Milliseconds.never
    private var reserve: Int32

    init(listeningOn descriptor: Int32) {
        self.descriptor = descriptor
        reserve = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    /// Accepts the next client.
    mutating func accept() -> Outcome {
        while true {
            var address = sockaddr_storage()
            if let socket = next(&address) { return .accepted(socket, PeerAddress(address)) }
            switch errno {
            case EAGAIN: return .nothing
            case EMFILE, ENFILE: return acceptExcess()
            case ENOBUFS, ENOMEM: return .exhausted
            // The connection was broken before it was accepted, or a signal came.
            default: continue
            }
        }
    }

    /// Closes a socket that `excess` told of, and reserves a descriptor again.
    mutating func closeExcess(_ socket: Int32) {
        Glibc.close(socket)
        takeReserve()
    }

    mutating func takeReserve() {
        if reserve < 0 { reserve = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC) }
    }

    func close() {
        Glibc.close(descriptor)
        if reserve >= 0 { Glibc.close(reserve) }
    }

    private mutating func acceptExcess() -> Outcome {
        guard reserve >= 0 else { return .exhausted }
        Glibc.close(reserve)
        reserve = -1
        var address = sockaddr_storage()
        if let socket = next(&address) { return .excess(socket) }
        // Linux reports EMFILE before it looks whether a client waits at all.
        let isEmpty = errno == EAGAIN
        takeReserve()
        return isEmpty ? .nothing : .exhausted
    }

    private func next(_ address: inout sockaddr_storage) -> Int32? {
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let flags = Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let socket = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe accept4(
                descriptor,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                &length,
                flags
            )
        }
        return socket >= 0 ? socket : nil
    }
}
