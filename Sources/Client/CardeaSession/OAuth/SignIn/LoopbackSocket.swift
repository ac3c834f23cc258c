#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A socket on this machine's own address, which no call blocks on; it is closed when it is released.
///
/// Foundation has no sockets, so this file makes the system's calls, and does nothing else.
final class LoopbackSocket: Sendable {
    /// Which of the machine's own addresses.
    enum Family: Sendable {
        /// 127.0.0.1
        case ipv4
        /// ::1
        case ipv6
    }

    private let descriptor: Int32

    private init?(_ descriptor: Int32) {
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
        var isOn: Int32 = 1
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit {
        // Ends it even if a program that is being started just now has it open, too, such as the browser.
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    /// Listens at a port; at any free one when that is 0.
    ///
    /// - Returns: `nil` when the machine has no such address, or another program listens there.
    static func listening(_ family: Family, port: UInt16 = 0) -> LoopbackSocket? {
        let domain = family == .ipv4 ? AF_INET : AF_INET6
        #if canImport(Glibc)
        let type = Int32(SOCK_STREAM.rawValue)
        #else
        let type = SOCK_STREAM
        #endif
        guard let made = LoopbackSocket(socket(domain, type, 0)) else { return nil }
        if port > 0 {
            // A port that was listened at before may have connections that have just ended.
            var isOn: Int32 = 1
            unsafe setsockopt(
                made.descriptor,
                SOL_SOCKET,
                SO_REUSEADDR,
                &isOn,
                socklen_t(MemoryLayout<Int32>.size)
            )
        }
        let isBound =
            switch family {
            case .ipv4:
                made.bind(
                    sockaddr_in.self,
                    { address in
                        address.sin_family = sa_family_t(AF_INET)
                        address.sin_port = port.bigEndian
                        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
                    }
                )
            case .ipv6:
                made.bind(
                    sockaddr_in6.self,
                    { address in
                        address.sin6_family = sa_family_t(AF_INET6)
                        address.sin6_port = port.bigEndian
                        address.sin6_addr = in6addr_loopback
                    }
                )
            }
        return isBound && listen(made.descriptor, 16) == 0 ? made : nil
    }

    private func bind<Address>(_: Address.Type, _ fill: (inout Address) -> Void) -> Bool {
        let size = socklen_t(MemoryLayout<Address>.size)
        return unsafe withUnsafeTemporaryAllocation(of: Address.self, capacity: 1) { space in
            guard let address = space.baseAddress else { return false }
            unsafe memset(address, 0, Int(size))
            unsafe fill(&address.pointee)
            return unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe Self.system(bind: descriptor, address, size) == 0
            }
        }
    }

    private static func system(
        bind descriptor: Int32,
        _ address: UnsafePointer<sockaddr>,
        _ size: socklen_t
    ) -> Int32 {
        #if canImport(Darwin)
        unsafe Darwin.bind(descriptor, address, size)
        #elseif canImport(Musl)
        unsafe Musl.bind(descriptor, address, size)
        #else
        unsafe Glibc.bind(descriptor, address, size)
        #endif
    }

    /// The port that it listens at.
    var port: UInt16? {
        // Both kinds of address begin alike, and only the beginning is asked for.
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = unsafe withUnsafeMutablePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe getsockname(descriptor, address, &size)
            }
        }
        return result == 0 ? UInt16(bigEndian: address.sin_port) : nil
    }

    /// A connection that has come; `nil` when none has.
    func accept() -> LoopbackSocket? {
        #if canImport(Darwin)
        LoopbackSocket(Darwin.accept(descriptor, nil, nil))
        #elseif canImport(Musl)
        LoopbackSocket(Musl.accept(descriptor, nil, nil))
        #else
        LoopbackSocket(Glibc.accept(descriptor, nil, nil))
        #endif
    }

    /// The bytes that have arrived; empty if none have, `nil` if the other side has closed.
    func receive() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? [] : nil }
        return count == 0 ? nil : Array(buffer[..<count])
    }

    /// Sends what a fresh connection's buffer takes at once, and says that this is all.
    func finish(with bytes: [UInt8]) {
        #if canImport(Darwin)
        let flags: Int32 = 0
        #else
        let flags = Int32(MSG_NOSIGNAL)
        #endif
        _ = unsafe send(descriptor, bytes, bytes.count, flags)
        shutdown(descriptor, Int32(SHUT_WR))
    }
}
