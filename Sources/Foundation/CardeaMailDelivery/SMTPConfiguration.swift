package import CardeaSecrets

/// The way in which a mail server is reached.
package struct SMTPConfiguration: Sendable {
    /// The way in which the connection is encrypted.
    package enum Security: String, Sendable, CaseIterable {
        /// The connection starts in clear text and changes to TLS; if the server does not offer TLS, nothing is sent.
        case starttls
        /// TLS from the first byte.
        case tls
        /// Clear text, for a mail server on the same machine.
        case none

        /// The port of RFC 6409, of RFC 8314 and of RFC 5321.
        package var defaultPort: Int {
            switch self {
            case .starttls: 587
            case .tls: 465
            case .none: 25
            }
        }
    }

    package var host: String
    package var port: Int
    package var security: Security
    /// `nil` to send without authentication.
    package var credentials: Credentials?
    /// A file of PEM certificates to trust instead of the system's.
    package var certificateAuthorities: String?
    /// The name of this server in `EHLO`.
    package var helloName: String
    /// The time limit of the connection with TLS, in seconds.
    package var connectTimeout = 15
    /// The time limit of one whole message, in seconds.
    package var timeout = 60

    package struct Credentials: Sendable {
        package let user: String
        package let password: Secret

        package init(user: String, password: Secret) {
            self.user = user
            self.password = password
        }
    }

    package init(
        host: String,
        port: Int? = nil,
        security: Security = .starttls,
        credentials: Credentials? = nil,
        certificateAuthorities: String? = nil,
        helloName: String
    ) {
        self.host = host
        self.port = port ?? security.defaultPort
        self.security = security
        self.credentials = credentials
        self.certificateAuthorities = certificateAuthorities
        self.helloName = helloName
    }
}
