/// The reason why a message was not sent.
package struct SMTPError: Error, Sendable, Equatable {
    package enum Reason: String, Sendable {
        /// The name has no address.
        case unknownHost
        /// Nothing accepts connections there.
        case unreachable
        /// The certificate is invalid, or TLS failed otherwise.
        case tls
        /// The server does not offer STARTTLS.
        case noSTARTTLS
        /// The user name or the password is wrong, or the server offers no method that both know.
        case authentication
        /// The server rejected the message, or its sender or recipient.
        case rejected
        case timeout
        /// The connection ended before the server had accepted the message.
        case disconnected
        /// The server that sends is stopping.
        case cancelled
        case other
    }

    package let reason: Reason
    /// The last code of the server; `nil` if it sent none.
    package let code: Int?
    /// The last lines of the server, without control characters and without the query of any address in it.
    package let response: String

    /// Whether the same message would be rejected again (RFC 5321 §4.2.1).
    ///
    /// Errors of the configuration are not: the operator corrects it, and the message goes out.
    package var isPermanent: Bool {
        guard reason == .rejected, let code else { return false }
        return (500...599).contains(code) && ![530, 534, 535, 538].contains(code)
    }

    init(_ reason: Reason, code: Int? = nil, response: String = "") {
        self.reason = reason
        self.code = code
        self.response = Self.withoutSecrets(response)
    }

    /// A server may quote the message, and so the code in its link.
    private static func withoutSecrets(_ text: String) -> String {
        let words = text.unicodeScalars.split { $0.value < 33 || $0.properties.generalCategory == .control }
        let cleaned = words.map { word -> String in
            let word = String(word)
            guard word.contains("://") || word.contains("=") || word.utf8.count > 100 else { return word }
            return word.prefix { $0 != "?" && $0 != "#" && $0 != "=" }.prefix(100) + "…"
        }
        return String(cleaned.joined(separator: " ").prefix(300))
    }
}

extension SMTPError: CustomStringConvertible {
    /// The error and its remedy, for the operator.
    package var description: String {
        let server = [code.map(String.init), response.isEmpty ? nil : response]
            .compactMap(\.self).joined(separator: ": ")
        let suffix = server.isEmpty ? "" : " (the mail server says \(server))"
        return advice + suffix
    }

    private var advice: String {
        switch reason {
        case .unknownHost: "The name of the mail server has no address: check smtp.host."
        case .unreachable:
            "The mail server accepts no connection: check smtp.host, smtp.port and the firewall."
        case .tls:
            "TLS with the mail server failed: its certificate must be valid for smtp.host and signed by an authority "
                + "of the system or of smtp.certificateAuthorities; check smtp.security."
        case .noSTARTTLS:
            "The mail server does not offer STARTTLS, so nothing was sent: check smtp.port, or set smtp.security to tls."
        case .authentication:
            "The mail server did not accept the credentials: check smtp.user and smtp.passwordFile."
        case .rejected: "The mail server rejected the message."
        case .timeout: "The mail server did not respond in time."
        case .disconnected: "The mail server closed the connection before it had accepted the message."
        case .cancelled: "The server was stopped before the mail server had accepted the message."
        case .other: "The message was not sent."
        }
    }
}
