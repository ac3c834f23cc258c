internal import CardeaEncodings
import CardeaSettings

/// The lifetime of codes that are sent by e-mail, and the places that their links lead to.
package struct CodePolicy: Sendable, Equatable {
    package var passwordResetLifetime = 3600
    package var verifyEmailLifetime = 86_400
    package var emailSignInLifetime = 900
    package var verifyAndChangeEmailLifetime = 3600
    package var recoverEmailLifetime = 604_800
    package var continueOrigins: [String] = []
    package var maximumPerRecipientAndNetwork = 10
    package var maximumPerRecipient = 50
    package var maximumPerAddress = 1000
    package var maximumPerProject = 10_000

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "passwordResetLifetime",
            \.passwordResetLifetime,
            lifetimes,
            "The lifetime in seconds of a link that resets a password."
        ),
        Setting(
            "verifyEmailLifetime",
            \.verifyEmailLifetime,
            lifetimes,
            "The lifetime in seconds of a link that verifies an e-mail address."
        ),
        Setting(
            "emailSignInLifetime",
            \.emailSignInLifetime,
            lifetimes,
            "The lifetime in seconds of a link that signs in."
        ),
        Setting(
            "verifyAndChangeEmailLifetime",
            \.verifyAndChangeEmailLifetime,
            lifetimes,
            "The lifetime in seconds of a link that changes an e-mail address."
        ),
        Setting(
            "recoverEmailLifetime",
            \.recoverEmailLifetime,
            lifetimes,
            "The lifetime in seconds of a link that restores a former e-mail address."
        ),
        Setting(
            "continueOrigins",
            \.continueOrigins,
            .list("a list of origins such as https://app.example, or *", maximumCount: 100) {
                $0 == "*" || ContinueURL(origin: $0) != nil
            },
            """
            The origins of apps, beside the server's own: links and sign-ins of Google's JavaScript SDK continue to them. \
            `*` is for tests: it allows all origins for links, and in an emulator for sign-ins.
            """
        ),
        Setting(
            "maximumPerRecipientAndNetwork",
            \.maximumPerRecipientAndNetwork,
            .range(0...1_000_000),
            "The largest number of codes that one network address may request for one e-mail address in an hour; 0 for no limit."
        ),
        Setting(
            "maximumPerRecipient",
            \.maximumPerRecipient,
            .range(0...1_000_000),
            "The largest number of codes that all tenants of a project together send to one e-mail address in an hour; 0 for no limit."
        ),
        Setting(
            "maximumPerAddress",
            \.maximumPerAddress,
            .range(0...1_000_000),
            "The largest number of codes that one network address may request in an hour; 0 for no limit."
        ),
        Setting(
            "maximumPerProject",
            \.maximumPerProject,
            .range(0...100_000_000),
            """
            The largest number of codes that a project mails for strangers in an hour, and that it mails for signed-in users; \
            0 for no limit.
            """
        ),
    ]

    /// From a minute to thirty days.
    private static let lifetimes: SettingRule<Int> = .time(in: .seconds, 60...2_592_000)

    package func lifetime(of purpose: ActionCode.Purpose) -> TimeSpan {
        let seconds =
            switch purpose {
            case .passwordReset: passwordResetLifetime
            case .verifyEmail: verifyEmailLifetime
            case .emailSignIn: emailSignInLifetime
            case .verifyAndChangeEmail: verifyAndChangeEmailLifetime
            case .recoverEmail: recoverEmailLifetime
            }
        return .seconds(Int64(seconds))
    }

    package var rates: CodeRates {
        CodeRates(
            recipientFromNetwork: maximumPerRecipientAndNetwork,
            recipient: maximumPerRecipient,
            sender: maximumPerAddress,
            project: maximumPerProject
        )
    }

    /// Whether a link may continue to a URL.
    package func allows(_ url: ContinueURL, server: String) -> Bool {
        continueOrigins.contains("*")
            || allowed(server: server).contains { $0.origin.exact == url.origin.exact }
    }

    /// The origins that links may continue to, each once; `*` alone where all are allowed.
    package func origins(server: String) -> [String] {
        guard !continueOrigins.contains("*") else { return ["*"] }
        return allowed(server: server).map(\.origin).reduce(into: []) { origins, origin in
            if !origins.contains(exact: origin) { origins.append(origin) }
        }
    }

    /// The domains that links may continue to, each once; where all are allowed, also that of tests.
    package func domains(server: String) -> [String] {
        let all = continueOrigins.contains("*") ? ["localhost"] : []
        return (all + allowed(server: server).map(\.host)).reduce(into: []) { domains, domain in
            if !domains.contains(exact: domain) { domains.append(domain) }
        }
    }

    /// The domains of the setting, each once, and `*`.
    package var continueDomains: [String] {
        continueOrigins.compactMap(Self.domain).reduce(into: []) { domains, domain in
            if !domains.contains(exact: domain) { domains.append(domain) }
        }
    }

    /// The setting for a list of domains: the origins of each that there are, or else the one that browsers take.
    package func origins(ofDomains domains: [String]) -> [String] {
        domains.flatMap { domain in
            let present = continueOrigins.filter { Self.domain($0)?.exact == domain.lowercased().exact }
            return present.isEmpty ? [Self.origin(ofDomain: domain)] : present
        }
    }

    private static func origin(ofDomain domain: String) -> String {
        switch domain {
        case "*": domain
        case "localhost": "http://\(domain)"
        default: "https://\(domain)"
        }
    }

    private static func domain(_ origin: String) -> String? {
        origin == "*" ? origin : ContinueURL(origin)?.host
    }

    private func allowed(server: String) -> [ContinueURL] {
        (continueOrigins + [server]).compactMap { ContinueURL($0) }
    }
}
