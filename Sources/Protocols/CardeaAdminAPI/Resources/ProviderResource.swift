import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaOperations
package import CardeaSecrets

/// The configuration of an identity provider; moments are milliseconds since 1970.
package struct ProviderResource: ResourceMessage, Codable {
    package var provider: String?
    package private(set) var project: String?
    package private(set) var tenant: String?
    package private(set) var configured: Bool?
    package var displayName: String?
    package var enabled: Bool?
    package var clientID: String?
    package var secret: Secret?
    package private(set) var hasSecret: Bool?
    package var issuer: String?
    package var audiences: [String]?
    package var teamID: String?
    package var keyID: String?
    package var scopes: [String]?
    package var emailDomains: [String]?
    package var idTokens: Bool?
    package var codes: Bool?
    package private(set) var redirectURL: String?
    package private(set) var createdAt: Int64?

    package init() {}

    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - redirectURL: The address to register at the provider.
    init(_ configuration: ProviderConfiguration, redirectURL: String) {
        provider = configuration.provider.rawValue
        project = configuration.pool.project.rawValue
        tenant = configuration.pool.tenant?.rawValue
        configured = true
        displayName = configuration.displayName
        enabled = configuration.isEnabled
        clientID = configuration.clientID
        hasSecret = configuration.sealedSecret != nil
        issuer = configuration.issuer
        audiences = configuration.audiences
        teamID = configuration.teamID
        keyID = configuration.keyID
        scopes = configuration.scopes
        emailDomains = configuration.emailDomains
        idTokens = configuration.allowsIDTokens
        codes = configuration.allowsCodes
        self.redirectURL = redirectURL
        createdAt = configuration.createdAt.milliseconds
    }

    /// A provider without a configuration.
    init(unconfigured provider: ProviderID, in pool: UserPool, redirectURL: String) {
        self.provider = provider.rawValue
        project = pool.project.rawValue
        tenant = pool.tenant?.rawValue
        configured = false
        hasSecret = false
        self.redirectURL = redirectURL
    }

    package static let fields = ResourceTable<Self> {
        ResourceField(
            \.provider,
            .bytes(128),
            "ID of the provider, such as google.com.",
            [.required, .immutable]
        )
        ResourceField(readOnly: \.project, "ID of its project.", always: true)
        ResourceField(readOnly: \.tenant, "ID of its tenant; absent for the project itself.")
        ResourceField(readOnly: \.configured, "Whether it has a configuration.", always: true)
        ResourceField(\.displayName, .bytes(256), "Name for administrators; empty for none.")
        ResourceField(\.enabled, "Whether users may sign in with it.")
        ResourceField(\.clientID, .bytes(512), "ID of the client at the provider.")
        ResourceField(
            \.secret,
            .bytes(16_384),
            "Secret of the client, or its private key as PEM; empty for none. No response has it.",
            .writeOnly
        )
        ResourceField(readOnly: \.hasSecret, "Whether a secret is stored.", always: true)
        ResourceField(\.issuer, .bytes(2048), "Issuer of the ID tokens, for a provider named oidc.…")
        ResourceField(
            \.audiences,
            .count(50, each: .bytes(512)),
            "Further audiences of ID tokens: the IDs of native apps."
        )
        ResourceField(\.teamID, .bytes(64), "ID of the team at Apple; empty for none.")
        ResourceField(\.keyID, .bytes(64), "ID of the private key at Apple; empty for none.")
        ResourceField(
            \.scopes,
            .count(50, each: .bytes(512)),
            "Further scopes to request."
        )
        ResourceField(
            \.emailDomains,
            .count(50, each: .bytes(253)),
            "Domains of e-mail addresses that the provider owns: its verified addresses are trusted."
        )
        ResourceField(\.idTokens, "Whether clients may send tokens that they obtained themselves.")
        ResourceField(\.codes, "Whether the redirect flow may be used.")
        ResourceField(readOnly: \.redirectURL, "Address to register at the provider.", always: true)
        ResourceField(readOnly: \.createdAt, "Time of creation; absent without a configuration.")
    }
}

extension ProviderResource {
    /// Sets what the message has; an empty text removes a value.
    func apply(to configuration: inout ProviderConfiguration) {
        func text(_ new: String?, _ present: String?) -> String? {
            new.map { $0.isEmpty ? nil : $0 } ?? present
        }
        configuration.displayName = text(displayName, configuration.displayName)
        configuration.issuer = text(issuer, configuration.issuer)
        configuration.teamID = text(teamID, configuration.teamID)
        configuration.keyID = text(keyID, configuration.keyID)
        if let clientID { configuration.clientID = clientID }
        if let enabled { configuration.isEnabled = enabled }
        if let audiences { configuration.audiences = audiences }
        if let scopes { configuration.scopes = scopes }
        if let emailDomains { configuration.emailDomains = emailDomains }
        if let idTokens { configuration.allowsIDTokens = idTokens }
        if let codes { configuration.allowsCodes = codes }
    }

    var secretChange: SecretChange {
        guard let secret else { return .unchanged }
        return secret.isEmpty ? .removed : .set(secret)
    }
}

/// The configurations of a project or a tenant, by provider.
package struct ProviderList: OutputMessage, Codable {
    package let providers: [ProviderResource]

    package static let outputFields = OutputTable<Self> {
        OutputField(\.providers, "The configurations.")
    }
}

/// The input of a trial of a provider.
package struct ProviderTrialRequest: InputMessage, Encodable {
    package var idToken: Secret?

    package init() {}

    package static let inputFields = InputTable<Self> {
        InputField(\.idToken, .bytes(16_384), "An ID token to verify.")
    }
}

/// The result of a trial of a provider, step by step.
package struct ProviderTrialResource: OutputMessage, Codable {
    package struct Check: OutputMessage, Codable {
        package let name: String
        /// `passed`, `failed` or `skipped`.
        package let result: String
        package let explanation: String

        package static let outputFields = OutputTable<Self> {
            OutputField(\.name, "The step.")
            OutputField(\.result, "passed, failed or skipped.")
            OutputField(\.explanation, "The result; after a failure, what to do.")
        }
    }

    package let checks: [Check]

    init(_ checks: [ProviderCheck]) {
        self.checks = checks.map {
            Check(name: $0.name, result: $0.result.rawValue, explanation: $0.explanation)
        }
    }

    package static let outputFields = OutputTable<Self> { OutputField(\.checks, "The steps in order.") }
}
