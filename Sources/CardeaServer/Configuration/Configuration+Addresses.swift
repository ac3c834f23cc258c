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
    /// The address taken apart: `[::1]:9464` is `::1` and 9464.
    var place: (host: String, port: Int)? {
        guard let address, let colon = address.lastIndex(of: ":"),
            let port = Int(address[address.index(after: colon)...]), (0...65_535).contains(port)
        else { return nil }
        var host = String(address[..<colon])
        if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
        return host.isEmpty ? nil : (host, port)
    }
}
