import Foundation
import Glibc

/// A socket that this process has open, as another has it that is being started just now: until it has become its program.
package final class InheritedSocket {
    package let descriptor: Int32

    /// Finds the socket that listens at a port.
    package convenience init(listeningAt port: UInt16) throws {
        try self.init { socket in
            var (isListening, size) = (Int32(0), socklen_t(MemoryLayout<Int32>.size))
            unsafe getsockopt(socket, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &size)
            return unsafe isListening == 1 && Self.port(of: socket, getsockname) == port
        }
    }

    /// Finds the other end of a connection from a port.
    package convenience init(connectedTo port: UInt16) throws {
        try self.init { unsafe Self.port(of: $0, getpeername) == port }
    }

    deinit { close(descriptor) }

    private init(where isWanted: (Int32) -> Bool) throws {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap(Int32.init)
        guard let original = open.first(where: isWanted) else { throw CocoaError(.fileNoSuchFile) }
        descriptor = dup(original)
    }

    /// The port of an IPv4 address that the system tells of a socket.
    private static func port(
        of socket: Int32,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>?, UnsafeMutablePointer<socklen_t>?) -> Int32
    ) -> UInt16? {
        var (address, length) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        let code = unsafe withUnsafeMutableBytes(of: &address) { bytes in
            unsafe ask(socket, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        return code == 0 && address.sin_family == AF_INET ? UInt16(bigEndian: address.sin_port) : nil
    }
}
