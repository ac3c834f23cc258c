import CardeaIdentityDomain
import CardeaSettings
import Testing

/// One sample of each entity that is stored as a row of its own. A new aggregate adds its line to `all`.
extension RoundTripSample {
    static let all = [
        user, session, project, tenant, app, sealedKey, administratorToken, serviceAccount, securityEvent,
        actionCode, phoneCode, mail, mailTemplate, textMessage, providerConfiguration, providerRedirect,
        identity, recoveryCode,
        providerTokens, pendingIdentity,
    ]

    private static let user = RoundTripSample(
        revised(.full("ada"), 7),
        bare: User(id: "bob", pool: .tenant, createdAt: .later(9)),
        flags: [\.isEmailVerified, \.signsInByEmailLink, \.usesCustomTokens, \.isDisabled],
        insert: { .user(.insert($0)) },
        update: (of: revised(.bare("ada"), 6), by: { .user(.update(revised($1, $0.revision))) }),
        read: { .user($0.id, in: $0.pool) }
    ) { $0 }

    private static func revised(_ user: User, _ revision: Int64) -> User {
        var user = user
        user.revision = revision
        return user
    }

    private static let session = RoundTripSample(
        Session.full(1, of: "ada"),
        bare: Session(
            id: .sample(2),
            user: "bob",
            pool: .tenant,
            createdAt: .start,
            signInProvider: "custom",
            rotation: RotationState(branch: Branch(rawValue: 1))
        ),
        after: [.insertUser(.bare("ada")), .insertUser(.bare("bob", in: .tenant))],
        insert: { .session(.insert($0)) },
        read: { .session($0.id) }
    ) { $0 }

    private static let project = RoundTripSample(
        Project(
            id: UserPool.main.project,
            number: 1 << 40,
            createdAt: .later(1),
            apiKeys: ["b", "a"],
            policy: policy
        ),
        bare: Project(id: UserPool.other.project, number: 2, createdAt: .start, apiKeys: []),
        insert: { .project(.insert($0)) },
        update: (
            of: Project(id: UserPool.main.project, number: 1 << 40, createdAt: .later(1), apiKeys: ["c"]),
            by: { .project(.update($1)) }
        ),
        read: { _ in .projects }
    ) { $0.first }

    private static let tenant = RoundTripSample(
        Tenant(
            id: blue,
            project: UserPool.main.project,
            createdAt: .later(1),
            displayName: "Blue ✓",
            isDisabled: true,
            overrides: overrides
        ),
        bare: Tenant(id: TenantID(rawValue: "red"), project: UserPool.other.project, createdAt: .start),
        after: projects,
        insert: { .tenant(.insert($0)) },
        update: (
            of: Tenant(id: blue, project: UserPool.main.project, createdAt: .later(1)),
            by: { .tenant(.update($1)) }
        ),
        read: { .tenant($0.id, in: $0.project) }
    ) { $0 }

    private static let app = RoundTripSample(
        App(
            id: AppID(rawValue: "1"),
            project: UserPool.main.project,
            createdAt: .later(1),
            kind: .server,
            displayName: "Back end ✓",
            apiKey: "key",
            secretHash: [1, 2, 255],
            overrides: overrides
        ),
        bare: App(
            id: AppID(rawValue: "2"),
            project: UserPool.other.project,
            createdAt: .start,
            kind: .web,
            displayName: ""
        ),
        after: projects,
        insert: { .app(.insert($0)) },
        update: (
            of: App(
                id: AppID(rawValue: "1"),
                project: UserPool.main.project,
                createdAt: .later(1),
                kind: .ios,
                displayName: ""
            ),
            by: { .app(.update($1)) }
        ),
        read: { .app($0.id) }
    ) { $0 }

    private static let sealedKey = RoundTripSample(
        key(supersededAt: .later(2), retiredAt: .later(3)),
        bare: SealedKey(
            id: "2",
            use: .refreshTokenAuthentication,
            project: nil,
            algorithm: "HS256",
            sealed: [],
            createdAt: .start
        ),
        insert: { .sealedKey(.insert($0)) },
        update: (of: key(), by: { .sealedKey(.update($1)) }),
        read: { _ in .sealedKeys }
    ) { $0.first }

    private static func key(supersededAt: Timestamp? = nil, retiredAt: Timestamp? = nil) -> SealedKey {
        SealedKey(
            id: "1",
            use: .accessTokenSigning,
            project: UserPool.main.project,
            algorithm: "ES256",
            sealed: [0, 1, 255],
            createdAt: .later(1),
            startsAt: .later(4),
            supersededAt: supersededAt,
            retiredAt: retiredAt
        )
    }

    private static let administratorToken = RoundTripSample(
        AdministratorToken(
            id: "1",
            hash: [0, 255],
            project: UserPool.main.project,
            name: "CI ✓",
            createdAt: .later(1),
            expiresAt: .later(2),
            isOneTime: true
        ),
        bare: AdministratorToken(
            id: "2",
            hash: [],
            project: nil,
            name: "",
            createdAt: .start,
            expiresAt: nil,
            isOneTime: false
        ),
        insert: { .administratorToken(.insert($0)) },
        read: { .administratorToken(hash: $0.hash) }
    ) { $0 }

    private static let serviceAccount = RoundTripSample(
        {
            var account = ServiceAccount(
                id: ServiceAccountID(project: UserPool.main.project, name: "a"),
                number: "123456789012345678901",
                createdAt: .later(1),
                displayName: "Ünix ✓",
                keys: [ServiceAccountKey(id: "z", publicKeyPEM: "-----BEGIN", createdAt: .later(2))]
            )
            account.isDisabled = true
            return account
        }(),
        bare: ServiceAccount(
            id: ServiceAccountID(project: UserPool.other.project, name: "b"),
            number: "",
            createdAt: .start,
            displayName: nil
        ),
        insert: { .serviceAccount(.insert($0)) },
        read: { .serviceAccount($0.id) }
    ) { $0 }

    private static let securityEvent = RoundTripSample(
        SecurityEvent(
            kind: .rollForward,
            method: .provider(ProviderSubject.sample("google.com", "1").provider),
            pool: .tenant,
            user: "ada",
            session: .sample(1),
            at: .later(1),
            remoteAddress: "2001:db8::1"
        ),
        bare: SecurityEvent(
            kind: .tokenReuse,
            pool: .main,
            user: "bob",
            session: nil,
            at: .start,
            remoteAddress: nil
        ),
        insert: { .securityEvent(.insert($0)) },
        read: { SecurityEventSearch(in: $0.pool, limit: 1) }
    ) { $0.first?.event }

    private static let blue = TenantID(rawValue: "blue")

    static let pools =
        projects + [
            .tenant(.insert(Tenant(id: blue, project: UserPool.main.project, createdAt: .start)))
        ]

    private static let projects = [UserPool.main, .other].enumerated().map { number, pool in
        Change.project(
            .insert(Project(id: pool.project, number: Int64(number), createdAt: .start, apiKeys: []))
        )
    }

    private static let policy = {
        var policy = Policy()
        policy.tokens.issuer = "https://example.com/ü"
        policy.sessions.lifetime = 86_400
        return policy
    }()

    private static let overrides = {
        var overrides = PolicyOverrides()
        #expect(throws: Never.self) { try overrides.set(.integer(3), for: "sessions.maximumPerUser") }
        return overrides
    }()
}
