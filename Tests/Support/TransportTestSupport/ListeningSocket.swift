import Foundation

/// Where a test's server listens.
package enum ListeningSocket: Sendable {
    /// A free port of 127.0.0.1.
    case loopback
    /// A free port of ::1.
    case loopback6
    case unix(String)

    /// No program that a test starts inherits it.
    private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    /// The host in the form of a URL.
    var host: String {
        switch self {
        case .loopback: "127.0.0.1"
        case .loopback6: "[::1]"
        case .unix: "localhost"
        }
    }

    /// Begins to listen.
    func open() throws -> Int32 {
        let isBound: Bool
        let listener: Int32
        switch self {
        case .loopback:
            listener = socket(AF_INET, Self.type, 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            isBound = Self.bind(listener, address)
        case .loopback6:
            listener = socket(AF_INET6, Self.type, 0)
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_addr = in6addr_loopback
            isBound = Self.bind(listener, address)
        case .unix(let path):
            listener = socket(AF_UNIX, Self.type, 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
            isBound = Self.bind(listener, address)
        }
        guard isBound, listen(listener, 512) == 0 else { throw POSIXError(.EADDRINUSE) }
        return listener
    }

    func port(of listener: Int32) -> UInt16 {
        // The port lies at the same place in an address of IPv6.
        var address = sockaddr_in()
        var count = socklen_t(MemoryLayout<sockaddr_in>.size)
        unsafe withUnsafeMutableBytes(of: &address) { bytes in
            _ = unsafe getsockname(
                listener,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                &count
            )
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func bind<Address>(_ listener: Int32, _ address: Address) -> Bool {
        unsafe withUnsafeBytes(of: address) { bytes in
            unsafe Glibc.bind(
                listener,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            ) == 0
        }
    }
}
