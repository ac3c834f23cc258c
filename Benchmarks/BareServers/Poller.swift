import CCardeaLinux
import Glibc

/// An epoll of non-blocking loopback sockets: the least that a server, or a client of many connections, needs.
@safe
package final class Poller {
    private let descriptor = epoll_create1(0)
    private let events = UnsafeMutableBufferPointer<epoll_event>.allocate(capacity: 256)
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65536, alignment: 16)

    package init() {}

    deinit {
        unsafe events.deallocate()
        unsafe buffer.deallocate()
        close(descriptor)
    }

    /// Listens at a port, which other listeners may share.
    ///
    /// - Parameter port: The port; 0 for a free one.
    /// - Returns: The listening socket, and its port.
    /// - Throws: When there is no such port.
    static func listen(port: UInt16) throws -> (socket: Int32, port: UInt16) {
        let listener = socket(AF_INET, Self.type, 0)
        var yes: Int32 = 1
        unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEPORT, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = Self.loopback(port)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return unsafe bind(listener, pointer, length) == 0 && Glibc.listen(listener, 512) == 0
                && getsockname(listener, pointer, &length) == 0
        }
        guard isBound else { throw BenchmarkError("no port to listen at") }
        return (listener, UInt16(bigEndian: address.sin_port))
    }

    /// Accepts a connection, and watches it.
    func accept(_ listener: Int32) {
        let connection = accept4(
            listener,
            nil,
            nil,
            Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        )
        if connection >= 0 { prepare(connection) }
    }

    /// Opens a connection to a port, and watches it.
    package func connect(port: UInt16) throws -> Int32 {
        let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        let isConnected = unsafe withUnsafeBytes(of: Self.loopback(port)) { bytes in
            let pointer = unsafe bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return unsafe Glibc.connect(connection, pointer, socklen_t(bytes.count)) == 0
        }
        guard isConnected else { throw BenchmarkError("no connection to port \(port)") }
        _ = fcntl(connection, F_SETFL, O_NONBLOCK)
        prepare(connection)
        return connection
    }

    /// Waits until something can be read, and calls a function with each such socket.
    package func wait(_ handle: (Int32) throws -> Void) rethrows {
        let count = unsafe epoll_wait(descriptor, events.baseAddress, Int32(events.count), -1)
        for index in 0..<max(0, Int(count)) { try unsafe handle(events[index].data.fd) }
    }

    /// Reads what is there, and appends it to bytes.
    ///
    /// - Returns: Whether the connection is still open.
    package func receive(from socket: Int32, into bytes: inout [UInt8]) -> Bool {
        let count = unsafe recv(socket, buffer.baseAddress, buffer.count, 0)
        unsafe bytes.append(contentsOf: buffer.prefix(max(0, count)))
        return count > 0
    }

    /// Sends a message, which must be small enough to be taken at once.
    @discardableResult
    package func send(_ message: [UInt8], to socket: Int32) -> Bool {
        unsafe message.withUnsafeBytes { bytes in
            unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
    }

    private static let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)

    private static func loopback(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    private func prepare(_ connection: Int32) {
        var yes: Int32 = 1
        unsafe setsockopt(
            connection,
            Int32(IPPROTO_TCP),
            TCP_NODELAY,
            &yes,
            socklen_t(MemoryLayout<Int32>.size)
        )
        watch(connection)
    }

    /// Makes an event descriptor readable; from any thread.
    func wake(_ descriptor: Int32) {
        var one: UInt64 = 1
        _ = unsafe write(descriptor, &one, MemoryLayout<UInt64>.size)
    }

    /// Makes an event descriptor unreadable again.
    func clear(_ descriptor: Int32) {
        var count: UInt64 = 0
        _ = unsafe read(descriptor, &count, MemoryLayout<UInt64>.size)
    }

    /// Waits from now on for bytes that arrive at a socket.
    func watch(_ socket: Int32) {
        var event = unsafe epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(fd: socket))
        unsafe epoll_ctl(descriptor, EPOLL_CTL_ADD, socket, &event)
    }
}
