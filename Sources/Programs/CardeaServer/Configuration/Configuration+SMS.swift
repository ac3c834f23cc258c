import CardeaSettings
import Foundation

extension CardeaServer.Configuration {
    /// The gateway that text messages are sent through: a webhook.
    public struct SMS: Sendable, Equatable {
        /// The address that text messages are posted to.
        ///
        /// Without it the server sends none.
        public var url: String?
        /// The file with the secret that requests are signed with.
        ///
        /// Only its owner and its group may read it.
        public var secretFile: String?
        /// A file of certificates in PEM to trust instead of the system's.
        public var certificateAuthorities: String?
        /// Whether the gateway may be in a private network, or on this machine without TLS.
        public var allowPrivateNetworks = false
        /// The seconds that one message may take.
        public var timeout = 15

        /// Creates a configuration without a gateway.
        public init() {}
    }
}

extension CardeaServer.Configuration.SMS {
    static let settings: [Setting<Self>] = [
        Setting(
            "url",
            \.url,
            SettingRule("an http or https address without user, password and fragment") {
                $0.map { parts(of: $0) != nil } ?? true
            },
            "The address that text messages are posted to. Without it the server sends none."
        ),
        Setting(
            "secretFile",
            \.secretFile,
            .name,
            "The file with the secret that requests are signed with. Only its owner and its group may read it."
        ),
        Setting(
            "certificateAuthorities",
            \.certificateAuthorities,
            .name,
            "A file of certificates in PEM to trust instead of the system's."
        ),
        Setting(
            "allowPrivateNetworks",
            \.allowPrivateNetworks,
            "Whether the gateway may be in a private network, or on this machine without TLS."
        ),
        Setting("timeout", \.timeout, .time(in: .seconds, 1...60), "The seconds that one message may take."),
    ]

    /// One line for each value that does not fit another one.
    var problems: [String] {
        guard let url, let parts = Self.parts(of: url) else { return [] }
        var problems: [String] = []
        if secretFile == nil { problems.append("sms.secretFile must be set if sms.url is set") }
        if parts.scheme?.lowercased() == "http", !isPlain(parts) {
            problems.append(
                "sms.url must begin with https, unless it is on this machine and sms.allowPrivateNetworks is set"
            )
        }
        return problems
    }

    /// Whether the gateway is on this machine and may be reached without TLS.
    var isPlain: Bool { url.flatMap(Self.parts).map(isPlain) ?? false }

    private func isPlain(_ parts: URLComponents) -> Bool {
        let host = parts.host?.lowercased().trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        return allowPrivateNetworks && Loopback.contains(name: host ?? "")
    }

    private static func parts(of url: String) -> URLComponents? {
        guard url.utf8.count <= 2000, url.utf8.allSatisfy({ $0 > 32 && $0 < 127 }),
            let parts = URLComponents(string: url), parts.user == nil, parts.password == nil,
            parts.fragment == nil, parts.host?.isEmpty == false,
            ["http", "https"].contains(parts.scheme?.lowercased())
        else { return nil }
        return parts
    }
}
