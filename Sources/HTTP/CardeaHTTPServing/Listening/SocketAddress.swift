import CCardeaLinux
import Glibc

/// A network address, handed to the system or had from it.
struct SocketAddress {
    private var storage = sockaddr_storage()
    private let length: socklen_t

    /// The addresses of a host, in the order of preference.
    static func resolve(host: String, port: Int) throws(HTTPServerError) -> [SocketAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard (0...65535).contains(port), unsafe getaddrinfo(host, "\(port)", &hints, &list) == 0 else {
            throw .addressNotFound(host)
        }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [SocketAddress] = []
        var next = unsafe list
        while let entry = unsafe next {
            if let address = unsafe entry.pointee.ai_addr {
                addresses.append(unsafe SocketAddress(copying: address, length: entry.pointee.ai_addrlen))
            }
            unsafe next = unsafe entry.pointee.ai_next
        }
        return addresses
    }

    /// The address of a socket in the file system.
    init(path: String) throws(HTTPServerError) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw .addressNotFound(path)
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        self = unsafe withUnsafeBytes(of: &address) { bytes in
            unsafe SocketAddress(copying: bytes.baseAddress, length: socklen_t(bytes.count))
        }
    }

    /// The address to which a socket is bound.
    init(of socket: Int32) {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe getsockname(socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        self.storage = storage
        self.length = length
    }

    private init(copying source: UnsafeRawPointer?, length: socklen_t) {
        self.length = length
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: source, count: Int(length)))
        }
    }

    var family: Int32 { Int32(storage.ss_family) }

    /// The port of a TCP address.
    var port: Int {
        // IPv4 and IPv6 addresses both hold it in network order behind the family.
        unsafe withUnsafeBytes(of: storage) {
            unsafe Int($0.load(fromByteOffset: 2, as: UInt16.self).bigEndian)
        }
    }

    /// Lends the address to a call of the system.
    func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafePointer(to: storage) { storage in
            unsafe storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, length) }
        }
    }
}
