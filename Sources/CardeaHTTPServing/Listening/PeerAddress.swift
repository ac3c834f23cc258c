import CCardeaLinux
import Glibc

/// The client at the other end of a connection.
struct PeerAddress {
    /// The unit that counts as one client: an IPv4 address, or the network of an IPv6 address.
    ///
    /// A provider gives a customer a /64 or more, so that one client has countless IPv6 addresses.
    enum Network: Hashable {
        case version4(UInt32)
        case version6(UInt64)
        case local
    }

    /// The network address without the port; `unix` for a socket in the file system.
    let text: String
    let network: Network

    /// - Parameter storage: The address as the system tells it.
    init(_ storage: sockaddr_storage) {
        var storage = storage
        (text, network) = unsafe withUnsafeBytes(of: &storage) { bytes in
            switch unsafe Int32(bytes.load(as: sa_family_t.self)) {
            case AF_INET: unsafe Self.version4(UnsafeRawBufferPointer(rebasing: bytes[4..<8]))
            case AF_INET6: unsafe Self.version6(UnsafeRawBufferPointer(rebasing: bytes[8..<24]))
            case AF_UNIX: ("unix", .local)
            default: ("unknown", .local)
            }
        }
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
