import CCardeaLinux
import Glibc

/// The client at the other end of a connection.
struct PeerAddress {
    /// The network address without the port; `unix` for a socket in the file system.
    let text: String
    let network: Network
    /// The ID of the user at the other end of a socket in the file system.
    let user: UInt32?

    /// - Parameters:
    ///   - storage: The address as the system returns it.
    ///   - socket: The connection.
    ///   - isProxy: Whether an address is that of a proxy, which many clients share.
    init(_ storage: sockaddr_storage, of socket: Int32, isProxy: (String) -> Bool) {
        var storage = storage
        let (text, network) = unsafe withUnsafeBytes(of: &storage) { bytes in
            switch unsafe Int32(bytes.load(as: sa_family_t.self)) {
            case AF_INET: unsafe Self.version4(UnsafeRawBufferPointer(rebasing: bytes[4..<8]))
            case AF_INET6: unsafe Self.version6(UnsafeRawBufferPointer(rebasing: bytes[8..<24]))
            case AF_UNIX: ("unix", .local)
            default: ("unknown", .local)
            }
        }
        self.text = text
        self.network = isProxy(text) ? .proxy : network
        user = text == "unix" ? Self.user(of: socket) : nil
    }

    /// The user who connected (unix(7), `SO_PEERCRED`).
    private static func user(of socket: Int32) -> UInt32? {
        // The process, the user and the group.
        var credentials: [UInt32] = [0, 0, 0]
        var length = socklen_t(12)
        guard unsafe getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
            return nil
        }
        return credentials[1]
    }

    private static func version4(_ bytes: UnsafeRawBufferPointer) -> (String, Network) {
        let number = unsafe UInt32(bigEndian: bytes.loadUnaligned(as: UInt32.self))
        return unsafe (text(of: bytes, AF_INET), .version4(number))
    }

    private static func version6(_ bytes: UnsafeRawBufferPointer) -> (String, Network) {
        // An IPv4 address mapped into IPv6 is shown and counted as what it is (RFC 4291 §2.5.5.2).
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        guard unsafe !bytes.starts(with: mapped) else {
            return unsafe version4(UnsafeRawBufferPointer(rebasing: bytes[12...]))
        }
        let network = unsafe UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
        return unsafe (text(of: bytes, AF_INET6), .version6(network))
    }

    private static func text(of address: UnsafeRawBufferPointer, _ family: Int32) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { buffer in
            guard let start = buffer.baseAddress,
                let text = unsafe inet_ntop(family, address.baseAddress, start, socklen_t(buffer.count))
            else { return "unknown" }
            return unsafe String(cString: text)
        }
    }
}
