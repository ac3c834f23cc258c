import CardeaIdentityDomain
import Testing

@Suite("The rules of linking")
struct IdentityLinkingTests {
    /// The sign-in method of a user before a sign-in with a provider.
    enum First: String, CaseIterable, Sendable {
        case untrustedProvider, trustedProvider, unverifiedPassword, verifiedPassword, phone, anonymous,
            custom

        /// The user, with the address of the sign-in where the first method has one.
        func user(_ id: String) -> User {
            var user = User(
                id: UserID(rawValue: id),
                pool: UserPool(project: ProjectID(rawValue: "p")),
                createdAt: .start
            )
            switch self {
            case .untrustedProvider: user.addIdentity(.facebook)
            case .trustedProvider: user.addIdentity(.apple)
            case .unverifiedPassword, .verifiedPassword: user.passwordHash = "hash"
            case .phone: user.phoneNumber = "+16505550100"
            case .anonymous: break
            case .custom: user.usesCustomTokens = true
            }
            if hasEmail { user.email = .ada }
            user.isEmailVerified = self == .trustedProvider || self == .verifiedPassword
            return user
        }

        var hasEmail: Bool {
            switch self {
            case .untrustedProvider, .trustedProvider, .unverifiedPassword, .verifiedPassword: true
            case .phone, .anonymous, .custom: false
            }
        }
    }

    @Test(
        "a sign-in with a provider after another method has the outcome of U15 and U16",
        arguments: First.allCases,
        [true, false]
    )
    func pairs(_ first: First, _ isTrusted: Bool) {
        let user = first.user("ada")
        let rules = IdentityLinking(holder: user.email == nil ? nil : user, isEmailTrusted: isTrusted)
        let expected: IdentityLinking.Outcome =
            switch (first, isTrusted) {
            case (.phone, _), (.anonymous, _), (.custom, _): .signUp(withEmail: true)
            case (_, false): .confirm
            case (.untrustedProvider, true), (.unverifiedPassword, true): .takeOver
            case (.trustedProvider, true), (.verifiedPassword, true): .linkByEmail
            }
        #expect(rules.outcome == expected)
    }

    @Test(
        "with shared addresses, a sign-in with a provider finds no user by the address",
        arguments: First.allCases,
        [true, false]
    )
    func shared(_ first: First, _ isTrusted: Bool) {
        let rules = IdentityLinking(
            holder: first.user("ada"),
            isEmailTrusted: isTrusted,
            sharesEmails: true
        )
        #expect(rules.outcome == .signUp(withEmail: false))
    }

    @Test(
        "a link to a signed-in user depends on who has the identity and the address",
        arguments: First.allCases
    )
    func link(_ first: First) {
        let current = first.user("ada")
        let other = First.verifiedPassword.user("bob")
        func outcome(owner: User? = nil, holder: User? = nil, shares: Bool = false) -> IdentityLinking.Outcome
        {
            IdentityLinking(
                owner: owner,
                holder: holder,
                current: current,
                isEmailTrusted: true,
                sharesEmails: shares
            )
            .outcome
        }
        #expect(outcome() == .link)
        #expect(outcome(holder: current) == .link)
        #expect(outcome(owner: current, holder: current) == .reauthenticate)
        #expect(outcome(owner: current, holder: other) == .reauthenticate)
        #expect(outcome(owner: other) == .identityTaken)
        #expect(outcome(owner: other, holder: current) == .identityTaken)
        #expect(outcome(holder: other) == .emailTaken)
        #expect(outcome(holder: other, shares: true) == .link)
    }

    @Test("a known identity signs in its user, independent of the address", arguments: [true, false])
    func known(_ isTrusted: Bool) {
        let owner = First.untrustedProvider.user("ada")
        for holder in [nil, owner, First.verifiedPassword.user("bob")] {
            for mayCreate in [true, false] {
                let rules = IdentityLinking(
                    owner: owner,
                    holder: holder,
                    isEmailTrusted: isTrusted,
                    mayCreate: mayCreate
                )
                #expect(rules.outcome == .signIn)
            }
        }
    }

    @Test(
        "without autoCreate, an unknown identity is rejected",
        arguments: First.allCases,
        [true, false]
    )
    func noCreation(_ first: First, _ isTrusted: Bool) {
        let user = first.user("ada")
        let holder = user.email == nil ? nil : user
        let rules = IdentityLinking(holder: holder, isEmailTrusted: isTrusted, mayCreate: false)
        #expect(rules.outcome == .unknown)
    }

    @Test("a proof of the address ends credentials that may be another person's (security 1)")
    func proof() {
        var user = First.untrustedProvider.user("ada")
        (user.passwordHash, user.phoneNumber) = ("hash", "+16505550100")
        user.addIdentity(.apple)
        var vouching = FederatedIdentity(.apple, of: user.id, in: user.pool, linkedAt: .start)
        (vouching.email, vouching.isEmailTrusted) = (.ada, true)
        var elsewhere = FederatedIdentity(.google, of: user.id, in: user.pool, linkedAt: .start)
        (elsewhere.email, elsewhere.isEmailTrusted) = (EmailAddress("eve@gmail.com"), true)
        user.addIdentity(.google)
        let untrusted = FederatedIdentity(.facebook, of: user.id, in: user.pool, linkedAt: .start)
        let before = user
        let ended = user.takeOver([untrusted, vouching, elsewhere], at: .start)
        // An identity that is trusted for another address is not a proof of this one.
        #expect(ended == [.facebook, .google])
        #expect(user.identities == [.apple] && user.passwordHash == nil && user.phoneNumber == nil)
        #expect(user.isEmailVerified && user.epoch == before.epoch + 1 && user.validSince > before.validSince)
        let proven = user
        #expect(user.takeOver([vouching], at: .start) == nil && user == proven)
    }

    @Test(
        "only later ID tokens of the same provider prove a recycled address, until it changes (security 1)"
    )
    func recycled() {
        var user = First.trustedProvider.user("ada")
        #expect(user.isEmailProved(by: .googleCom, assertedAt: .start))
        let ended = user.recycle(by: .googleCom, at: .start)
        #expect(!ended.isEmpty && user.identities.isEmpty)
        #expect(user.isEmailProved(by: .googleCom, assertedAt: nil))
        #expect(user.isEmailProved(by: .googleCom, assertedAt: .start + .seconds(1)))
        #expect(!user.isEmailProved(by: .googleCom, assertedAt: .start))
        #expect(!user.isEmailProved(by: ProviderSubject.apple.provider, assertedAt: nil))
        user.changeEmail(to: EmailAddress("grace@gmail.com"))
        #expect(user.isEmailProved(by: ProviderSubject.apple.provider, assertedAt: .start))
    }

    @Test("a user has one identity at each provider")
    func oneEach() {
        var user = First.anonymous.user("ada")
        user.addIdentity(.google)
        #expect(!user.isAnonymous)
        let other = ProviderSubject(.googleCom, "2")
        user.addIdentity(.facebook)
        if let other { user.addIdentity(other) }
        #expect(user.identities.map(\.subject) == ["1", "2"])
        user.removeIdentities(user.identities)
        #expect(user.isAnonymous)
    }

    @Test(
        "a name is one of a provider only if no other sign-in method can have it",
        arguments: [
            ("google.com", true), ("oidc.acme", true), ("saml.x_1-y", true), ("gc.apple.com", true),
            ("password", false), ("phone", false), ("email", false), ("anonymous", false), ("", false),
            ("a.b c", false), ("a\".b", false), (".com", false), ("a.", false), ("ä.com", false),
            (String(repeating: "a", count: 127) + ".b", false),
        ]
    )
    func names(_ name: String, _ isValid: Bool) {
        #expect((ProviderID(rawValue: name) != nil) == isValid)
    }

    @Test(
        "an ID at a provider has 1 to 256 bytes without control characters",
        arguments: [
            ("1", true), (String(repeating: "a", count: 256), true), ("a b", true),
            (String(repeating: "a", count: 257), false), ("", false), ("a\nb", false), ("a\u{0}", false),
        ]
    )
    func subjects(_ subject: String, _ isValid: Bool) {
        #expect((ProviderSubject(.googleCom, subject) != nil) == isValid)
    }
}

extension ProviderID {
    fileprivate static var googleCom: ProviderID { ProviderSubject.google.provider }
}

extension ProviderSubject {
    fileprivate static let google = sample("google.com")
    fileprivate static let apple = sample("apple.com")
    fileprivate static let facebook = sample("facebook.com")

    private static func sample(_ provider: String) -> ProviderSubject {
        guard let provider = ProviderID(rawValue: provider), let id = ProviderSubject(provider, "1") else {
            preconditionFailure("The sample is not a valid identity.")
        }
        return id
    }
}

extension EmailAddress {
    fileprivate static let ada = EmailAddress(stored: "ada@gmail.com")
}

extension Timestamp {
    fileprivate static let start = Timestamp(seconds: 1_800_000_000)
}
