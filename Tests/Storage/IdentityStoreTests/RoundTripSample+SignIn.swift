import CardeaIdentityDomain

/// Entities by which users sign in: codes, messages and identity providers.
extension RoundTripSample {
    static let actionCode = RoundTripSample(
        {
            var code = ActionCode(
                hash: [1, 255],
                purpose: .recoverEmail,
                pool: .tenant,
                user: "ada",
                email: EmailAddress(stored: "old@example.com"),
                newEmail: EmailAddress(stored: "new@example.com"),
                epoch: 4,
                continueURL: "https://app.example.com/ü",
                createdAt: .later(1),
                expiresAt: .later(2)
            )
            code.former = FormerCredentials(
                phoneNumber: "+16505553434",
                userName: "ada",
                passwordChangedAt: .later(-1),
                identities: [.sample("google.com", "1 2"), .sample("apple.com", "3")]
            )
            return code
        }(),
        bare: ActionCode(
            hash: [],
            purpose: .emailSignIn,
            pool: .main,
            user: nil,
            email: EmailAddress(stored: "ada@example.com"),
            epoch: nil,
            createdAt: .start,
            expiresAt: .later(9)
        ),
        insert: { .actionCode(.insert($0)) },
        read: { .actionCode(hash: $0.hash) }
    ) { $0 }

    static let phoneCode = RoundTripSample(
        {
            var code = PhoneCode(
                id: [1, 255],
                purpose: .proof,
                pool: .tenant,
                phoneNumber: "+16505553434",
                user: "ada",
                codeHash: [1, 2, 3],
                maximumAttempts: 5,
                createdAt: .later(1),
                expiresAt: .later(2)
            )
            code.attempts = 3
            return code
        }(),
        bare: PhoneCode(
            id: [],
            purpose: .signIn,
            pool: .main,
            phoneNumber: "",
            createdAt: .start,
            expiresAt: .later(9)
        ),
        insert: { .phoneCode(.insert($0)) },
        read: { .phoneCode(id: $0.id) }
    ) { $0 }

    static let mail = RoundTripSample(
        attempted(enqueuedMail),
        bare: Mail(
            id: MailID(rawValue: "2"),
            pool: .main,
            purpose: .passwordReset,
            recipient: EmailAddress(stored: "ada@example.com"),
            sealedLink: [],
            createdAt: .start,
            expiresAt: .later(9)
        ),
        insert: { .mail(.enqueue($0)) },
        update: (of: enqueuedMail, by: { .mail(.update(from: $0, to: $1)) }),
        read: { .mail($0.id) }
    ) { $0 }

    private static let enqueuedMail = Mail(
        id: MailID(rawValue: "1"),
        pool: .tenant,
        purpose: .verifyAndChangeEmail,
        recipient: EmailAddress(stored: "to@example.com"),
        email: EmailAddress(stored: "old@example.com"),
        newEmail: EmailAddress(stored: "new@example.com"),
        language: "ja",
        sealedLink: [0, 255],
        createdAt: .later(1),
        expiresAt: .later(2)
    )

    static let textMessage = RoundTripSample(
        attempted(enqueuedTextMessage),
        bare: TextMessage(
            id: TextMessageID(rawValue: "2"),
            pool: .main,
            purpose: .phoneSignIn,
            recipient: "",
            sealedCode: [],
            createdAt: .start,
            expiresAt: .later(9)
        ),
        insert: { .textMessage(.enqueue($0)) },
        update: (of: enqueuedTextMessage, by: { .textMessage(.update(from: $0, to: $1)) }),
        read: { .textMessage($0.id) }
    ) { $0 }

    private static let enqueuedTextMessage = TextMessage(
        id: TextMessageID(rawValue: "1"),
        pool: .tenant,
        purpose: .phoneSignIn,
        recipient: "+16505553434",
        language: "ja",
        sealedCode: [0, 255],
        createdAt: .later(1),
        expiresAt: .later(2)
    )

    private static func attempted<Message: OutboxMessage>(_ message: Message) -> Message {
        var message = message
        message.attempts = 3
        message.nextAttemptAt = .later(99)
        message.isClaimed = true
        message.state = .dead
        message.lastError = "550 5.1.1 unknown ✓"
        return message
    }

    static let mailTemplate = RoundTripSample(
        MailTemplate(
            purpose: .verifyEmail,
            language: "fr",
            subject: "Bonjour",
            text: "%LINK% ✓",
            html: "<p>"
        ),
        bare: MailTemplate(purpose: .recoverEmail, language: "", subject: "", text: "-", html: nil),
        after: pools,
        insert: { .mailTemplate(.set($0, .tenant)) },
        update: (
            of: MailTemplate(purpose: .verifyEmail, language: "fr", subject: "", text: "", html: nil),
            by: { .mailTemplate(.set($1, .tenant)) }
        ),
        read: { _ in .mailTemplates(of: .tenant) }
    ) { $0.first }

    static let providerConfiguration = RoundTripSample(
        {
            var configuration = emptyConfiguration
            configuration.displayName = "Ünix ✓"
            configuration.isEnabled = true
            configuration.clientID = "42"
            configuration.audiences = ["ios", "android"]
            configuration.sealedSecret = [1, 2, 3]
            configuration.issuer = "https://id.acme.example"
            configuration.allowsIDTokens = true
            configuration.allowsCodes = true
            (configuration.teamID, configuration.keyID) = ("TEAM", "KEY")
            configuration.scopes = ["profile"]
            configuration.emailDomains = ["acme.example"]
            return configuration
        }(),
        bare: {
            var configuration = ProviderConfiguration(
                pool: .main,
                provider: ProviderSubject.sample("google.com", "1").provider,
                createdAt: .start,
                clientID: "",
                isEnabled: false
            )
            (configuration.allowsIDTokens, configuration.allowsCodes) = (false, false)
            return configuration
        }(),
        flags: [\.isEnabled, \.allowsIDTokens, \.allowsCodes],
        after: pools,
        insert: { .providerConfiguration(.insert($0)) },
        update: (of: emptyConfiguration, by: { .providerConfiguration(.update($1)) }),
        read: { .providerConfiguration($0.provider, in: $0.pool) }
    ) { $0 }

    private static let emptyConfiguration = {
        var configuration = ProviderConfiguration(
            pool: .tenant,
            provider: ProviderSubject.sample("oidc.acme", "1").provider,
            createdAt: .later(1),
            clientID: "",
            isEnabled: false
        )
        (configuration.allowsIDTokens, configuration.allowsCodes) = (false, false)
        return configuration
    }()

    static let providerRedirect = RoundTripSample(
        {
            var redirect = createdRedirect
            redirect.step = .returned
            (redirect.cookieHash, redirect.codeHash, redirect.sealed) = ([3], [4], [5])
            return redirect
        }(),
        bare: ProviderRedirect(
            stateHash: [],
            pool: .main,
            provider: ProviderSubject.sample("google.com", "1").provider,
            sessionHash: [9],
            continueURL: "",
            expiresAt: .later(9),
            sealed: []
        ),
        insert: { .providerRedirect(.insert($0, now: .start)) },
        update: (of: createdRedirect, by: { .providerRedirect(.update($1, from: $0.step)) }),
        read: { .providerRedirect($0.stateHash) }
    ) { $0 }

    private static let createdRedirect = ProviderRedirect(
        stateHash: [1],
        pool: .tenant,
        provider: ProviderSubject.sample("oidc.acme", "1").provider,
        sessionHash: [2],
        continueURL: "https://app.example.com/ü",
        expiresAt: .later(1),
        sealed: []
    )

    static let identity = RoundTripSample(
        {
            var identity = linkedIdentity
            identity.email = EmailAddress(stored: "ada@example.com")
            identity.isEmailTrusted = true
            identity.displayName = "Ada ✓"
            identity.photoURL = "https://example.com/ada.png"
            identity.screenName = "ada"
            identity.lastSignedInAt = .later(2)
            return identity
        }(),
        bare: FederatedIdentity(.sample("google.com", "1"), of: "bob", in: .main, linkedAt: .start),
        insert: { .identity(.insert($0, tokens: nil)) },
        update: (of: linkedIdentity, by: { .identity(.update($1, tokens: nil)) }),
        read: { .identities([$0.id], in: $0.pool) }
    ) { $0.first }

    private static let linkedIdentity = FederatedIdentity(
        .sample("oidc.acme", "漢'\""),
        of: "ada-1",
        in: .tenant,
        linkedAt: .later(1)
    )

    static let providerTokens = RoundTripSample(
        SealedProviderTokens(access: [1], refresh: [2]),
        bare: SealedProviderTokens(access: [9]),
        insert: { .identity(.insert(linkedIdentity, tokens: $0)) },
        update: (of: SealedProviderTokens(), by: { .identity(.update(linkedIdentity, tokens: $1)) }),
        read: { _ in .providerTokens(of: linkedIdentity.user, in: linkedIdentity.pool) }
    ) { $0[linkedIdentity.id] }

    static let pendingIdentity = RoundTripSample(
        PendingIdentity(
            hash: [1],
            id: .sample("oidc.acme", "1"),
            pool: .tenant,
            sealed: [2],
            expiresAt: .later(1)
        ),
        bare: PendingIdentity(
            hash: [],
            id: .sample("google.com", "2"),
            pool: .main,
            sealed: [9],
            expiresAt: .start
        ),
        insert: { .identity(.suspend($0)) },
        read: { .pendingIdentity(hash: $0.hash) }
    ) { $0 }
}
