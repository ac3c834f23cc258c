import CLinux
import CMicrohttpd
import Glibc

/// The text of a peer's network address, without the port; an IPv4 address mapped into IPv6 is shown as what it is.
enum RemoteAddress {
    static func text(of address: UnsafePointer<sockaddr>?) -> String {
        guard let address = unsafe address else { return "unknown" }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) {
            buffer in
            guard let start = buffer.baseAddress else { return "unknown" }
            let raw = unsafe UnsafeRawPointer(address)
            switch unsafe Int32(address.pointee.sa_family) {
            case AF_UNIX:
                return "unix"
            case AF_INET:
                unsafe inet_ntop(AF_INET, raw + 4, start, socklen_t(buffer.count))
            case AF_INET6:
                unsafe inet_ntop(AF_INET6, raw + 8, start, socklen_t(buffer.count))
            default:
                return "unknown"
            }
            let text = unsafe String(cString: start)
            return text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
        }
    }
}
