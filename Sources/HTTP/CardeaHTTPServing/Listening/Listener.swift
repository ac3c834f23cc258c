import CCardeaLinux
import Glibc

/// The listening sockets of a server: one for each loop, bound to one address, among which the system spreads connections.
struct Listener {
    private var sockets: [Int32] = []
    /// The TCP port; 0 for a Unix socket.
    private(set) var port = 0
    /// The path of a Unix socket.
    private(set) var path: String?

    /// The largest number of bytes that the system buffers for a client that does not read: twice of what is set (socket(7)).
    static let sendBufferBytes = 128 * 1024

    /// The descriptors that each loop keeps for clients when the process has no others.
    ///
    /// One is for the response that no descriptor is free. A Unix socket reserves more. So the operator can still
    /// connect when clients have used up all descriptors.
    var reserve: Int { path == nil ? 1 : 8 }

    init(_ address: HTTPServer.Address, count: Int) throws(HTTPServerError) {
        switch address {
        case .tcp(let host, let port): try self.init(host: host, port: port, count: count)
        case .unix(let path): try self.init(path: path)
        }
    }

    /// Listens at the first address of a host that can be had.
    private init(host: String, port: Int, count: Int) throws(HTTPServerError) {
        var failure = HTTPServerError.addressNotFound(host)
        for address in try SocketAddress.resolve(host: host, port: port) {
            do throws(HTTPServerError) {
                try listen(at: address, count: count, name: "\(host):\(port)")
                return
            } catch {
                close()
                failure = error
            }
        }
        throw failure
    }

    /// Listens on a socket in the file system, instead of one of a process that has ended.
    private init(path: String) throws(HTTPServerError) {
        let address = try SocketAddress(path: path)
        guard !Self.isInUse(address) else { throw .addressInUse(path) }
        _ = unsafe unlink(path)
        let socket = try Self.bind(address, isShared: false, name: path)
        sockets = [socket]
        // No client can connect before the call of `listen`.
        guard unsafe chmod(path, 0o600) == 0, Glibc.listen(socket, SOMAXCONN) == 0 else {
            let code = errno
            close()
            throw .cannotListen(path, errno: code)
        }
        self.path = path
    }

    /// Gives a socket away.
    mutating func next() -> Int32? {
        sockets.popLast()
    }

    /// Closes the sockets that were not given away.
    mutating func close() {
        for socket in sockets { Self.end(socket) }
        sockets = []
        if let path { _ = unsafe unlink(path) }
    }

    /// Ends listening on a socket, even if a program that is being started just now has it open, too.
    static func end(_ socket: Int32) {
        shutdown(socket, Int32(SHUT_RDWR))
        Glibc.close(socket)
    }

    private mutating func listen(at address: SocketAddress, count: Int, name: String) throws(HTTPServerError)
    {
        // `SO_REUSEPORT` would let a second server of this user in unnoticed: ask once without it.
        let probe = try Self.bind(address, isShared: false, name: name)
        let bound = SocketAddress(of: probe)
        defer { Glibc.close(probe) }
        port = bound.port
        for _ in 0..<count {
            sockets.append(try Self.bind(bound, isShared: true, name: name))
        }
        for socket in sockets where Glibc.listen(socket, SOMAXCONN) != 0 {
            throw errno == EADDRINUSE ? .addressInUse(name) : .cannotListen(name, errno: errno)
        }
    }

    private static func bind(
        _ address: SocketAddress,
        isShared: Bool,
        name: String
    ) throws(HTTPServerError) -> Int32 {
        let socket = try open(address.family)
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        // Accepted sockets inherit it. The system would give a client 4 MB by itself.
        var buffer = Int32(sendBufferBytes / 2)
        unsafe setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &buffer, size)
        if isShared { unsafe setsockopt(socket, SOL_SOCKET, SO_REUSEPORT, &yes, size) }
        guard unsafe address.withAddress({ unsafe Glibc.bind(socket, $0, $1) }) == 0 else {
            let code = errno
            Glibc.close(socket)
            throw code == EADDRINUSE ? .addressInUse(name) : .cannotListen(name, errno: code)
        }
        return socket
    }

    private static func isInUse(_ address: SocketAddress) -> Bool {
        guard let socket = try? open(address.family) else { return false }
        defer { Glibc.close(socket) }
        return unsafe address.withAddress { unsafe connect(socket, $0, $1) } == 0
    }

    private static func open(_ family: Int32) throws(HTTPServerError) -> Int32 {
        let type = SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
        let socket = Glibc.socket(family, Int32(type), 0)
        guard socket >= 0 else { throw .resourcesExhausted }
        return socket
    }
}
