import Foundation
import Glibc
import CardeaLocks

/// A service manager's end of `NOTIFY_SOCKET`.
final class NotifySocket: Sendable {
    struct Failure: Error {}

    private let received = Mutex<[String]>([])
    private let socket: Int32

    var messages: [String] { received.withLock(\.self) }

    /// Listens on a path, or on an abstract name after `@`.
    init(_ name: String) throws {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        socket = descriptor
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let bound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length)
            }
        }
        guard bound == 0 else { throw Failure() }
        Thread.detachNewThread { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
                guard count > 0, let self else { return }
                let message = String(decoding: buffer[..<count], as: UTF8.self)
                received.withLock { $0.append(message) }
            }
        }
    }

    deinit {
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
    }
}
