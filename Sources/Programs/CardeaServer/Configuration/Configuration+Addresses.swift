extension CardeaServer.Configuration {
    /// The Unix socket that management reaches a running server by.
    package var controlSocketPath: String { data + "/control.sock" }

    /// The address that clients reach a server by that listens on a port.
    func publicURL(port: Int) -> String {
        if let baseURL { return baseURL.hasSuffix("/") ? String(baseURL.dropLast()) : baseURL }
        let name =
            switch host {
            case "0.0.0.0", "::": "localhost"
            case _ where host.contains(":"): "[\(host)]"
            default: host
            }
        return (tls.certificate == nil ? "http" : "https") + "://\(name):\(port)"
    }
}

extension CardeaServer.Configuration.Metrics {
    /// The host and the port of the address: `[::1]:9464` is `::1` and 9464.
    var place: (host: String, port: Int)? { address.flatMap(Self.place) }

    static func place(of address: String) -> (host: String, port: Int)? {
        guard let colon = address.lastIndex(of: ":"),
            let port = Int(address[address.index(after: colon)...]), (0...65_535).contains(port)
        else { return nil }
        var host = String(address[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        let isName =
            !host.isEmpty && !host.unicodeScalars.contains { $0.properties.generalCategory == .control }
        return isName ? (host, port) : nil
    }
}
