import Glibc

/// A client that sends given bytes and reads the response.
///
/// It blocks no thread, since the handlers of the server under test may need that thread. A server that sends nothing
/// for two minutes fails the test; a test may choose a shorter time.
package final class RawClient {
    package struct TimedOut: Error {}
    package struct Broken: Error {}

    private let socket: Int32
    /// The longest wait for a server that sends nothing, or accepts nothing.
    package var patience = Duration.seconds(120)
    private var buffer: [UInt8] = []

    /// Creates a socket; `connect` connects it.
    ///
    /// - Parameter receiveBuffer: The number of bytes that the system stores until this client reads them; `nil` for the
    ///   system's default.
    package init(receiveBuffer: Int32? = nil) {
        socket = Glibc.socket(AF_INET, Self.type, 0)
        guard var receiveBuffer else { return }
        let length = socklen_t(MemoryLayout<Int32>.size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &receiveBuffer, length)
    }

    /// Connects to a port of the loopback interface.
    package convenience init(port: Int, receiveBuffer: Int32? = nil) throws {
        self.init(receiveBuffer: receiveBuffer)
        try connect(port: port)
    }

    package func connect(port: Int) throws {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let code = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe Glibc.connect(
                socket,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        guard code == 0 else { throw Broken() }
        prepare()
    }

    /// Connects to a Unix socket.
    ///
    /// - Parameter path: The path of the socket.
    /// - Throws: If no server listens.
    package init(path: String) throws {
        socket = Glibc.socket(AF_UNIX, Self.type, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: Array(path.utf8)) }
        let code = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe Glibc.connect(
                socket,
                bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                socklen_t(bytes.count)
            )
        }
        guard code == 0 else { throw Broken() }
        prepare()
    }

    deinit {
        disconnect()
        close(socket)
    }

    /// No program that a test starts inherits it.
    private static let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)

    private func prepare() {
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        var yes: Int32 = 1
        unsafe setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The port of this end of the connection.
    package var localPort: Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        _ = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe getsockname(socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    /// Sends bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Whether the server accepted them; it may have closed the connection.
    /// - Throws: If the server accepts nothing for a long time.
    @discardableResult
    package func send(_ bytes: [UInt8]) async throws -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try await retrying {
                unsafe rest.withUnsafeBytes { bytes in
                    unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                }
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Sends text.
    @discardableResult
    package func send(_ text: String) async throws -> Bool { try await send(Array(text.utf8)) }

    /// Sends as many bytes as the system accepts at once.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The number of accepted bytes; `nil` if the server has closed the connection.
    package func offer(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = unsafe bytes.withUnsafeBytes { bytes in
            unsafe Glibc.send(socket, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        if count >= 0 { return count }
        return errno == EAGAIN ? 0 : nil
    }

    /// Waits until the server's system has received everything that was sent.
    ///
    /// Only then do bytes of another connection arrive after these.
    package func delivered() async throws {
        _ = try await retrying {
            var unacknowledged: Int32 = 0
            guard unsafe ioctl(socket, UInt(TIOCOUTQ), &unacknowledged) == 0, unacknowledged > 0 else {
                return 0
            }
            errno = EAGAIN
            return -1
        }
    }

    /// Ends the sending side; responses can still be read.
    package func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

    /// Ends the connection, even if a process that is being started just now has the socket open, too.
    package func disconnect() { shutdown(socket, Int32(SHUT_RDWR)) }

    /// Reads one response.
    ///
    /// - Parameter hasBody: `false` for a response to HEAD.
    /// - Returns: `nil` if the connection was closed.
    /// - Throws: If nothing arrives.
    package func response(hasBody: Bool = true) async throws -> RawResponse? {
        while true {
            if let (response, length) = RawResponse.parse(buffer, hasBody: hasBody) {
                buffer.removeFirst(length)
                return response
            }
            guard try await fill() else { return nil }
        }
    }

    /// Reads one response, and skips interim ones before it (RFC 9110 §15.2).
    package func finalResponse(hasBody: Bool = true) async throws -> RawResponse? {
        while let response = try await response(hasBody: hasBody) {
            if response.status >= 200 { return response }
        }
        return nil
    }

    /// Reads everything up to the end of the connection.
    package func rest() async throws -> String {
        while try await fill() {}
        defer { buffer = [] }
        return String(decoding: buffer, as: UTF8.self)
    }

    private func fill() async throws -> Bool {
        var part = [UInt8](repeating: 0, count: 65536)
        let count = try await retrying {
            unsafe part.withUnsafeMutableBytes { bytes in
                unsafe recv(socket, bytes.baseAddress, bytes.count, 0)
            }
        }
        // A reset is an end, too.
        guard count > 0 else { return false }
        buffer += part.prefix(count)
        return true
    }

    /// Repeats a system call until it would not block.
    private func retrying(_ call: () -> Int) async throws -> Int {
        let deadline = ContinuousClock.now + patience
        while true {
            let count = call()
            guard count < 0, errno == EAGAIN else { return count }
            guard ContinuousClock.now < deadline else { throw TimedOut() }
            try await Task.sleep(for: .milliseconds(1))
        }
    }
}
