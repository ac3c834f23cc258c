extension HTTPServer {
    /// Finds out whether a server could listen on several addresses at the same time; nothing stays open.
    ///
    /// - Returns: The error of each address on which it could not.
    package static func listeningErrors(at addresses: [Address]) -> [(Address, HTTPServerError)] {
        var listeners: [Listener] = []
        defer { for index in listeners.indices { listeners[index].close() } }
        var errors: [(Address, HTTPServerError)] = []
        for address in addresses {
            do throws(HTTPServerError) {
                listeners.append(try Listener(address, count: 1))
            } catch {
                errors.append((address, error))
            }
        }
        return errors
    }
}

extension HTTPServer.Certificate {
    /// Finds out whether a server could speak TLS with this certificate.
    ///
    /// - Throws: `certificateRejected`
    package func check() throws(HTTPServerError) { _ = try TLSSettings(self) }
}
