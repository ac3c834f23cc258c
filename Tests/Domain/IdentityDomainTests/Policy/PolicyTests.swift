import CardeaIdentityDomain
import CardeaSettings
import Testing

@Suite struct PolicyTests {
    private func overrides(_ values: [String: SettingValue]) throws -> PolicyOverrides {
        var overrides = PolicyOverrides()
        for (key, value) in values { try overrides.set(value, for: key) }
        return overrides
    }

    @Test(
        "numbers of no country receive codes only if their region is named",
        arguments: [
            ([], [], "JP", true), ([], [], "001", false), (["001"], [], "001", true),
            (["JP"], [], "001", false), (["JP", "001"], ["001"], "001", false), ([], ["JP"], "JP", false),
            (["001"], [], "JP", false),
        ] as [([String], [String], String, Bool)]
    )
    func regions(allowed: [String], denied: [String], region: String, expected: Bool) {
        var policy = PhonePolicy()
        (policy.allowedRegions, policy.deniedRegions) = (allowed, denied)
        #expect(policy.allows(region: region) == expected)
    }

    @Test("an app overrides its tenant, and a tenant its project (K6, X6)")
    func resolve() throws {
        var project = Policy()
        project.tokens.accessTokenLifetime = 1800
        project.passwords.minimumLength = 10
        let tenant = try overrides([
            "tokens.accessTokenLifetime": .integer(900), "signUp.allowed": .boolean(false),
        ])
        let app = try overrides([
            "tokens.accessTokenLifetime": .integer(60), "sessions.lifetime": .integer(5),
        ])

        let policy = Policy.resolve(project, tenant: tenant, app: app)
        var expected = project
        expected.tokens.accessTokenLifetime = 60
        expected.sessions.lifetime = 5
        expected.signUp.allowed = false
        #expect(policy == expected)
        #expect(Policy.resolve(project) == project)
        #expect(Policy.resolve(project, tenant: tenant).tokens.accessTokenLifetime == 900)
    }

    @Test("a language needs a code of two or three letters, also in text messages")
    func languages() {
        var policy = Policy()
        for language in ["en", "pt-br", "fil", "zh-hant-tw"] {
            policy.mail.language = language
            #expect(policy.problems.isEmpty, "\(language)")
        }
        policy.mail.language = "english"
        #expect(policy.problems == ["mail.language must be a language tag such as en or pt-br"])
        policy.mail.language = "en"
        policy.phone.messages = "english=%CODE%"
        #expect(policy.problems == ["phone.messages: 'english' is no language tag such as en or pt-br"])
    }

    @Test(
        "an override that is not allowed is rejected",
        arguments: [
            (
                "tokens.accessTokenLifetime", SettingValue.integer(0),
                "tokens.accessTokenLifetime must be from 1s to 3660d"
            ),
            ("signUp.allowed", .integer(1), "signUp.allowed must be true or false"),
            ("tokens.issuer", .text("https://id.example"), "tokens.issuer can be set only for a project"),
            (
                "signUp.alowed", .boolean(true),
                "unknown setting 'signUp.alowed'; did you mean 'signUp.allowed'?"
            ),
        ]
    )
    func rejected(key: String, value: SettingValue, message: String) {
        var overrides = PolicyOverrides()
        #expect(throws: SettingError(message)) { try overrides.set(value, for: key) }
        #expect(overrides.isEmpty)
    }

    @Test("an absent value ends an override")
    func end() throws {
        var overrides = try overrides(["sessions.lifetime": .integer(5), "signUp.allowed": .boolean(false)])
        try overrides.set(.absent, for: "sessions.lifetime")
        #expect(overrides.values == ["signUp.allowed": .boolean(false)])
        #expect(try PolicyOverrides(overrides.document) == overrides)
    }

    @Test("a policy whose lifetime is longer than the maximum is invalid")
    func lifetimes() {
        var policy = Policy()
        #expect(policy.problems.isEmpty)
        policy.tokens.accessTokenLifetime = 86_401
        #expect(
            policy.problems == [
                "tokens.accessTokenLifetime must not be greater than tokens.accessTokenMaximumLifetime"
            ]
        )
    }

    @Test("a change with mistakes names them and changes nothing that is stored")
    func change() throws {
        var policy = Policy()
        var document = SettingTree.empty
        document.set(.integer(900), for: "tokens.accessTokenLifetime")
        document.set(.integer(5), for: "sessions.lifetime")
        try policy.change(by: document)
        #expect(policy.tokens.accessTokenLifetime == 900)
        document.set(.absent, for: "sessions.lifetime")
        try policy.change(by: document)
        #expect(policy.sessions.lifetime == nil)
        document.set(.integer(0), for: "passwords.minimumLength")
        #expect(throws: SettingError("passwords.minimumLength must be from 1 to 4096")) {
            try policy.change(by: document)
        }
    }

    @Test("stored settings that a newer rule does not allow hinder no change of others")
    func storedProblems() throws {
        var policy = Policy()
        policy.phone.deniedRegions = ["UK"]
        policy.mail.language = "english"
        #expect(policy.problems.count == 2)
        var document = SettingTree.empty
        document.set(.boolean(false), for: "signUp.allowed")
        try policy.change(by: document)
        #expect(!policy.signUp.allowed)
        document.set(.absent, for: "phone.deniedRegions")
        try policy.change(by: document)
        #expect(policy.problems.count == 1)
        document.set(.list(["EL"]), for: "phone.deniedRegions")
        #expect(throws: SettingError.self) { try policy.change(by: document) }
    }

    @Test("every key of a document without groups is known")
    func formerKeys() {
        let former = [
            "issuer", "signingAlgorithm", "accessTokenLifetime", "accessTokenMaximumLifetime",
            "issuesRefreshTokens", "issuesRefreshTokensToAnonymous", "sessionLifetime",
            "accessTokenDiesOnRefresh",
            "refreshGrace", "recoversLostRefreshes", "strictRotation", "recentSignInWindow",
            "allowsPasswordSignIn",
            "allowsAnonymousSignIn", "allowsSelfSignUp", "allowsSelfDeletion", "protectsEmailEnumeration",
            "minimumPasswordLength", "rejectsCommonPasswords", "newAccountsPerAddress", "sessionsPerUser",
            "unusedAnonymousDays",
        ]
        #expect(former.filter { Policy.table[$0] == nil } == [])
    }
}
