import CardeaLogging

extension CardeaServer.Configuration {
    /// One line for each part of a valid configuration that an operator hardly wants.
    ///
    /// A server starts in spite of them.
    var warnings: [String] {
        let certificate = try? tls.read()
        let own = [
            plainTextWarning, baseURLWarning, certificate.flatMap(nameWarning),
            certificate.flatMap(expiryWarning),
        ]
        let texts = (try? PageLanguageFiles(languages).warnings) ?? []
        return source.warnings + own.compactMap(\.self) + texts
    }

    /// Logs the file of the configuration, and its warnings.
    func log(_ certificate: ServerCertificate?, _ logger: Logger) {
        if let file = source.file { logger.notice("configuration read", metadata: ["file": .string(file)]) }
        for warning in warnings {
            logger.warning("doubtful configuration", metadata: ["reason": .string(warning)])
        }
        guard let certificate, certificate.hasExpired else { return }
        logger.error(
            "the certificate has expired: clients reject it",
            metadata: ["expiredAt": .string(certificate.expiryText)]
        )
    }

    private var plainTextWarning: String? {
        guard tls.certificate == nil, trustedProxies.isEmpty, !isLocal else { return nil }
        return """
            host: on \(host) without TLS, passwords and tokens cross the network in plain text: set tls.certificate and \
            tls.key, or set trustedProxies to the proxy that has TLS
            """
    }

    private var baseURLWarning: String? {
        // A developer's own server needs none.
        guard baseURL == nil, !isLocal || !trustedProxies.isEmpty else { return nil }
        return """
            baseURL is not set, so tokens and links have the address \(publicURL(port: port)): set it before back ends \
            and apps rely on that address
            """
    }

    /// Whether only programs of this machine reach the server.
    private var isLocal: Bool { Loopback.contains(name: host.lowercased()) }

    private func nameWarning(_ certificate: ServerCertificate) -> String? {
        guard let host = baseURLHost, !certificate.isFor(host: host) else { return nil }
        return "tls.certificate: the certificate is not for \(host), the host of baseURL: clients reject it"
    }

    private func expiryWarning(_ certificate: ServerCertificate) -> String? {
        if certificate.hasExpired {
            return "tls.certificate: the certificate expired at \(certificate.expiryText): clients reject it"
        }
        let endsSoon = certificate.secondsLeft < 14 * 86_400
        return endsSoon ? "tls.certificate: the certificate expires at \(certificate.expiryText)" : nil
    }

    /// The host of `baseURL` without its port; an IPv6 address without brackets.
    private var baseURLHost: String? {
        guard let baseURL, let scheme = baseURL.firstRange(of: "://") else { return nil }
        let authority = baseURL[scheme.upperBound...].prefix { $0 != "/" }
        guard authority.first == "[" else { return String(authority.prefix { $0 != ":" }) }
        return String(authority.dropFirst().prefix { $0 != "]" })
    }
}
