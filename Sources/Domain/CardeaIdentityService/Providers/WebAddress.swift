/// The host and the port of a URL, as far as they can be read without a doubt.
struct WebAddress: Equatable {
    /// In lower case, without a dot at its end; empty for a scheme of an app, such as `com.example.app:/back`.
    let host: String
    let port: String

    /// Whether the host is this machine.
    var isLoopback: Bool { ["localhost", "127.0.0.1", "[::1]"].contains(host) }

    /// - Returns: `nil` if the text could mean another host to somebody else.
    init?(_ url: String) {
        let isPlain = url.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") }
        guard isPlain, let colon = url.firstIndex(of: ":") else { return nil }
        let scheme = url[..<colon].lowercased()
        guard ["http", "https"].contains(scheme) else {
            host = ""
            port = ""
            return
        }
        let rest = url[url.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, !authority.contains("@"), !authority.contains("%") else { return nil }
        // An IPv6 address is in brackets, because of its colons.
        let end = authority.lastIndex(of: "]") ?? authority.startIndex
        let portStart = authority[end...].firstIndex(of: ":")
        var name = authority[..<(portStart ?? authority.endIndex)].lowercased()
        if name.hasSuffix(".") { name.removeLast() }
        host = name
        let number = portStart.map { authority[authority.index(after: $0)...] } ?? ""
        port = number.isEmpty ? (scheme == "https" ? "443" : "80") : String(number)
    }
}
