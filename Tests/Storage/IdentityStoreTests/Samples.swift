import CardeaIdentityDomain

extension Timestamp {
    static let start = Timestamp(milliseconds: 1_790_000_000_123)
    static func later(_ seconds: Int64) -> Timestamp { start + .seconds(seconds) }
}

extension UserPool {
    static let main = UserPool(project: ProjectID(rawValue: "default"))
    static let tenant = UserPool(project: ProjectID(rawValue: "default"), tenant: TenantID(rawValue: "blue"))
    static let other = UserPool(project: ProjectID(rawValue: "other"))
    static let samples = [main, tenant, other]
}

extension UserID: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self.init(rawValue: value) }
}

extension User {
    /// An account with nothing but its name.
    static func bare(_ id: UserID, in pool: UserPool = .main) -> User {
        User(id: id, pool: pool, createdAt: .start)
    }

    static func with(email: String, _ id: UserID, in pool: UserPool = .main) -> User {
        var user = bare(id, in: pool)
        user.email = EmailAddress(email)
        return user
    }

    static func with(phoneNumber: String, _ id: UserID, in pool: UserPool = .main) -> User {
        var user = bare(id, in: pool)
        user.phoneNumber = phoneNumber
        return user
    }

    static func with(userName: String, _ id: UserID, in pool: UserPool = .main) -> User {
        var user = bare(id, in: pool)
        user.uniqueName = UniqueUserName(userName, skeleton: "skeleton of \(userName)")
        return user
    }

    /// An account with every field set.
    static func full(_ id: UserID, in pool: UserPool = .main) -> User {
        var user = User.with(email: "ada.\(id.rawValue)@example.com", id, in: pool)
        user.isEmailVerified = true
        user.displayName = "Ada 👩🏽‍💻 Lovelace — العربية 漢字 e\u{301}"
        user.initialEmail = EmailAddress("first@example.com")
        user.recycling = Recycling(by: ProviderSubject.sample("google.com", "1").provider, at: .later(5))
        user.emailProofs = [
            EmailProof(by: .sample("google.com", "1 2"), at: .later(4)),
            EmailProof(by: .sample("oidc.acme", "漢'\""), at: .later(5)),
        ]
        user.photoURL = "https://example.com/ada.png?size=1&q=%20'\";--"
        user.phoneNumber = "+4989\(id.rawValue)"
        user.uniqueName = UniqueUserName("ada.\(id.rawValue)", skeleton: "skeleton of ada.\(id.rawValue)")
        user.passwordHash = "$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"
        user.passwordChangedAt = .later(1)
        user.customClaims = #"{"role":"admin","ünï":"✓"}"#
        user.isDisabled = true
        user.usesCustomTokens = true
        user.signsInByEmailLink = true
        user.identities = [.sample("google.com", "1 2"), .sample("oidc.acme", "漢'\"")]
        user.lastSignedInAt = .later(2)
        user.epoch = 4
        user.validSince = .later(3)
        return user
    }
}

extension ProviderSubject {
    static func sample(_ provider: String, _ subject: String) -> ProviderSubject {
        guard let provider = ProviderID(rawValue: provider), let id = ProviderSubject(provider, subject)
        else { preconditionFailure("The sample is not a valid identity.") }
        return id
    }
}

extension SessionID {
    static func sample(_ number: UInt64) -> SessionID { SessionID(high: ~number, low: number) }
}

extension Session {
    static func bare(_ number: UInt64, of user: UserID, in pool: UserPool = .main) -> Session {
        Session(
            id: .sample(number),
            user: user,
            pool: pool,
            createdAt: .later(Int64(number)),
            signInProvider: "password",
            rotation: RotationState(branch: Branch(rawValue: .max))
        )
    }

    /// A session with every field set.
    static func full(_ number: UInt64, of user: UserID, in pool: UserPool = .main) -> Session {
        var session = bare(number, of: user, in: pool)
        session.authenticatedAt = .later(5)
        session.provedAt = .later(8)
        session.authentication = Authentication(ofSignInProvider: "phone", at: .later(6))
        session.usedAt = .later(7)
        session.epoch = 4
        session.app = AppID(rawValue: "cdc_app")
        session.developerClaims = #"{"plan":"gold"}"#
        session.signInAttributes = #"{"groups":["staff"]}"#
        session.expiresAt = .later(1_000_000)
        session.accessTokenLifetime = .minutes(15)
        session.userAgent = "Cardea/1 (Ünix; ✓)"
        session.rotation = .full
        session.revocation = Revocation(reason: .tokenReuse, at: .later(9))
        session.device = Device(.watch)
        session.device.name = "Ada's watch"
        session.device.model = "Watch7,1"
        session.device.system = "watchOS 12"
        session.device.id = "3F2504E0"
        session.network = "192.0.2.0/24"
        session.successor = .tablet
        return session
    }
}

extension RotationState {
    /// A state with every field set, words at the edges of their range.
    static let full = RotationState(
        generation: .max,
        branch: Branch(rawValue: 1 << 63),
        pending: Pending(
            branch: Branch(rawValue: .max),
            keyHash: [UInt8](0...31),
            at: .later(6),
            wasReplayedLate: true,
            origin: RefreshOrigin(userAgent: .max, network: 1 << 63)
        ),
        orphan: Orphan(branch: Branch(rawValue: 0), at: .later(7)),
        attempts: [AttemptMark(rawValue: .max), AttemptMark(rawValue: 0), AttemptMark(rawValue: 1 << 63)],
        superseded: [
            Superseded(branch: Branch(rawValue: .max), since: .later(8)),
            Superseded(branch: Branch(rawValue: 0), since: .later(-8)),
        ]
    )

    /// The next state of a state, told apart by its pending branch.
    func advanced(pending branch: UInt64) -> RotationState {
        RotationState(
            generation: generation + 1,
            branch: pending?.branch ?? self.branch,
            pending: Pending(branch: Branch(rawValue: branch), keyHash: nil, at: .later(8))
        )
    }
}
