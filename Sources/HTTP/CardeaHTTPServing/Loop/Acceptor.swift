import CCardeaLinux
import Glibc

/// The listening socket of a loop.
///
/// When the process has no descriptors left, a reserved one is given up. With the last one a client is accepted for a
/// moment, and its connection closed: it would hang otherwise. When even that fails, listening pauses.
struct Acceptor {
    enum Outcome {
        case accepted(Int32, sockaddr_storage)
        /// The same, but only to be closed again: no descriptor is free.
        case excess(Int32)
        case nothing
        /// Nothing can be accepted for a while.
        case exhausted
    }

    /// The time for which listening pauses.
    static let pause: Milliseconds = 100

    let descriptor: Int32
    /// When listening continues; `.never` while it does not pause.
    var resumesAt = Milliseconds.never
    private let reserveSize: Int
    private var reserve: [Int32] = []

    /// - Parameters:
    ///   - descriptor: The listening socket.
    ///   - reserve: How many descriptors are kept for clients when there are no others, at least one.
    init(listeningOn descriptor: Int32, reserve: Int) {
        self.descriptor = descriptor
        reserveSize = reserve
        takeReserve()
    }

    /// Accepts the next client.
    mutating func accept() -> Outcome {
        while true {
            var address = sockaddr_storage()
            if let socket = next(&address) {
                takeReserve()
                return .accepted(socket, address)
            }
            switch errno {
            case EAGAIN: return .nothing
            case EMFILE, ENFILE:
                guard reserve.count > 1 else { return acceptExcess() }
                giveUpReserve()
            case ENOBUFS, ENOMEM: return .exhausted
            // The connection was broken before it was accepted, or a signal came.
            default: continue
            }
        }
    }

    /// Closes a socket that `excess` reported, and reserves a descriptor again.
    mutating func closeExcess(_ socket: Int32) {
        Glibc.close(socket)
        takeReserve()
    }

    /// Fills the reserve as far as there are descriptors.
    mutating func takeReserve() {
        while reserve.count < reserveSize {
            let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return }
            reserve.append(descriptor)
        }
    }

    func close() {
        Listener.end(descriptor)
        for descriptor in reserve { Glibc.close(descriptor) }
    }

    private mutating func giveUpReserve() {
        if let descriptor = reserve.popLast() { Glibc.close(descriptor) }
    }

    private mutating func acceptExcess() -> Outcome {
        guard !reserve.isEmpty else { return .exhausted }
        giveUpReserve()
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
