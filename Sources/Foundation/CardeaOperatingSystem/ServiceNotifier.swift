internal import Glibc

/// Reports the state of this process to the service manager, by datagrams (sd_notify(3)).
package struct ServiceNotifier: Sendable {
    /// A path, or `@` and an abstract name.
    private let socketName: String

    /// Creates a notifier for the socket that `NOTIFY_SOCKET` names; `nil` when no service manager listens.
    package init?(environment: [String: String]) {
        guard let name = environment["NOTIFY_SOCKET"], name.utf8.count > 1, "/@".contains(name.prefix(1)),
            name.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        socketName = name
    }

    /// Sends assignments such as `READY=1`, one on each line.
    ///
    /// If the manager does not receive it, nothing fails.
    package func send(_ state: String) {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return }
        defer { close(socket) }
        var (address, length) = address
        let message = Array(state.utf8)
        _ = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(socket, message, message.count, Int32(MSG_NOSIGNAL), address, length)
            }
        }
    }

    private var address: (sockaddr_un, socklen_t) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(socketName.utf8)
        // An abstract name begins with a zero byte; its length is explicit (unix(7)).
        if name[0] == UInt8(ascii: "@") { name[0] = 0 } else { name.append(0) }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        return (address, socklen_t(MemoryLayout<sa_family_t>.size + name.count))
    }
}
