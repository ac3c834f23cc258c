import CardeaEncodings
import CardeaMailDelivery
import CardeaSettings

extension CardeaServer.Configuration {
    /// The mail server that messages to users are sent through.
    public struct SMTP: Sendable, Equatable {
        /// The name of the mail server.
        ///
        /// Without it the server sends no mail.
        public var host: String?
        /// The port; 0 for 587 with `starttls`, 465 with `tls`, 25 with `none`.
        public var port = 0
        /// The encryption of the connection: `starttls`, `tls`, or `none` for a mail server on this machine.
        public var security = "starttls"
        /// The user name.
        ///
        /// Without it the server does not authenticate itself.
        public var user: String?
        /// The file with the password of the user.
        ///
        /// Only its owner and its group may read it.
        public var passwordFile: String?
        /// The address that messages come from, such as `no-reply@example.com`.
        public var sender: String?
        /// The name of this server in `EHLO`.
        ///
        /// Without it: the domain of the sender.
        public var helloName: String?
        /// A file of certificates in PEM to trust instead of the system's.
        public var certificateAuthorities: String?
        /// The seconds that one message may take.
        public var timeout = 60

        /// Creates a configuration without a mail server.
        public init() {}
    }
}

extension CardeaServer.Configuration.SMTP {
    static let settings: [Setting<Self>] = [
        Setting(
            "host",
            \.host,
            hostRule,
            "The name of the mail server. Without it the server sends no mail."
        ),
        Setting(
            "port",
            \.port,
            .range(0...65_535),
            "The port; 0 for 587 with `starttls`, 465 with `tls`, 25 with `none`."
        ),
        Setting(
            "security",
            \.security,
            SettingRule("starttls, tls or none") { SMTPConfiguration.Security(rawValue: $0) != nil },
            "The encryption of the connection: `starttls`, `tls`, or `none` for a mail server on this machine."
        ),
        Setting("user", \.user, .name, "The user name. Without it the server does not authenticate itself."),
        Setting(
            "passwordFile",
            \.passwordFile,
            .name,
            "The file with the password of the user. Only its owner and its group may read it."
        ),
        Setting(
            "sender",
            \.sender,
            SettingRule("an e-mail address") { $0.map { MailAddress($0) != nil } ?? true },
            "The address that messages come from, such as `no-reply@example.com`."
        ),
        Setting(
            "helloName",
            \.helloName,
            hostRule,
            "The name of this server in `EHLO`. Without it: the domain of the sender."
        ),
        Setting(
            "certificateAuthorities",
            \.certificateAuthorities,
            .name,
            "A file of certificates in PEM to trust instead of the system's."
        ),
        Setting("timeout", \.timeout, .time(in: .seconds, 1...120), "The seconds that one message may take."),
    ]

    /// Characters that mean nothing in a URL or in a command of SMTP.
    private static let hostRule = SettingRule<String?>("a host name or an address") { name in
        guard let name else { return true }
        let isPlain = name.utf8.allSatisfy { byte in
            ASCII.isAlphanumeric(byte) || "-._:".utf8.contains(byte)
        }
        return isPlain && (1...253).contains(name.utf8.count)
    }

    /// One line for each value that does not fit another one.
    var problems: [String] {
        guard let host else { return [] }
        var problems: [String] = []
        if sender == nil { problems.append("smtp.sender must be set if smtp.host is set") }
        if (user == nil) != (passwordFile == nil) {
            problems.append("smtp needs both a user and a passwordFile, or neither")
        }
        if security == "none", !Loopback.contains(name: host.lowercased()) {
            problems.append(
                "smtp.security must not be none unless smtp.host is this machine: links and passwords would be readable"
            )
        }
        return problems
    }
}
