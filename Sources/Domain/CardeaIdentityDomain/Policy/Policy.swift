internal import CardeaEncodings
package import CardeaSettings

/// The settings that hold for a request: those of a project, with what its tenant and its app override.
///
/// Each group has a file of its own, with ranges, defaults and documentation.
package struct Policy: Sendable, Equatable {
    package var tokens = TokenPolicy()
    package var refreshTokens = RefreshTokenPolicy()
    package var sessions = SessionPolicy()
    package var passwords = PasswordPolicy()
    package var signIn = SignInPolicy()
    package var signUp = SignUpPolicy()
    package var users = UserPolicy()
    package var tenants = TenantPolicy()
    package var codes = CodePolicy()
    package var mail = MailPolicy()
    package var pages = PagePolicy()
    package var phone = PhonePolicy()
    package var providers = ProviderPolicy()

    package init() {}

    /// Every setting, by its key: `tokens.accessTokenLifetime`.
    package static let table = SettingTable<Policy>(
        group("tokens", \.tokens, TokenPolicy.settings)
            + group("refreshTokens", \.refreshTokens, RefreshTokenPolicy.settings)
            + group("sessions", \.sessions, SessionPolicy.settings)
            + group("passwords", \.passwords, PasswordPolicy.settings)
            + group("signIn", \.signIn, SignInPolicy.settings)
            + group("signUp", \.signUp, SignUpPolicy.settings)
            + group("users", \.users, UserPolicy.settings)
            + group("tenants", \.tenants, TenantPolicy.settings)
            + group("codes", \.codes, CodePolicy.settings)
            + group("mail", \.mail, MailPolicy.settings)
            + group("pages", \.pages, PagePolicy.settings)
            + group("phone", \.phone, PhonePolicy.settings)
            + group("providers", \.providers, ProviderPolicy.settings)
    )

    private static func group<Group>(
        _ name: String,
        _ path: any WritableKeyPath<Policy, Group> & Sendable,
        _ settings: [Setting<Group>]
    ) -> [Setting<Policy>] {
        settings.map { Setting($0, in: name, path) }
    }
}

extension Policy {
    /// One line for each setting that is not allowed; none if the policy can be used.
    package var problems: [String] {
        var problems = Self.table.problems(in: self)
        if tokens.accessTokenLifetime > tokens.accessTokenMaximumLifetime {
            problems.append(
                "tokens.accessTokenLifetime must not be greater than tokens.accessTokenMaximumLifetime"
            )
        }
        if passwords.minimumLength > passwords.maximumLength {
            problems.append("passwords.minimumLength must not be greater than passwords.maximumLength")
        }
        if LanguageTag.isWellFormed(mail.language), !LanguageTag.isValid(mail.language) {
            problems.append("mail.language must be a language tag such as en or pt-br")
        }
        return problems + phone.problems
    }

    /// The policy of a request: the project's settings, then those of the tenant, then those of the app.
    package static func resolve(
        _ project: Policy,
        tenant: PolicyOverrides = PolicyOverrides(),
        app: PolicyOverrides = PolicyOverrides()
    ) -> Policy {
        if tenant.isEmpty, app.isEmpty { return project }
        var policy = project
        tenant.apply(to: &policy)
        app.apply(to: &policy)
        return policy
    }
}

extension Policy {
    /// Changes the settings of a document; an absent value brings the default back.
    ///
    /// A stored setting that is not allowed any more hinders no change of another one.
    ///
    /// - Throws: `SettingError`, which names everything that the change makes wrong.
    package mutating func change(by document: SettingTree) throws(SettingError) {
        let (values, problems) = Self.table.read(document)
        guard problems.isEmpty else { throw SettingError(problems.joined(separator: "; ")) }
        let defaults = Policy()
        let former = Set(self.problems.map(\.exact))
        for setting in Self.table.settings {
            // Own texts.
            guard let value = values[setting.key] else { continue }
            try setting.set(value == .absent ? setting.value(in: defaults) : value, in: &self)
        }
        let invalid = self.problems.filter { !former.contains($0.exact) }
        guard invalid.isEmpty else { throw SettingError(invalid.joined(separator: "; ")) }
    }
}
