package import CardeaIdentityDomain
package import CardeaIdentityService

/// A value of each case of each error that a protocol can get from a use case.
///
/// A case that has no sample does not compile: each list walks through a switch over all cases.
package enum ErrorSamples {
    /// The errors with the names of their cases: `store.conflict`.
    ///
    /// All types but `IdentityError` are named too.
    package static var all: [(name: String, error: any Error)] {
        let groups: [[any Error]] = [
            identity, directory, administration, redirect, serviceAccount, mail,
        ]
        return groups.joined().map { error in
            let type = error is IdentityError ? "" : "\(type(of: error))."
            return (type + caseName(error), error)
        }
    }

    /// The name of a case, with those of the errors in it.
    package static func caseName(_ value: Any) -> String {
        guard let child = Mirror(reflecting: value).children.first, let label = child.label else {
            // Its description is a sentence for the log.
            return switch value as? StoreError {
            case .conflict: "conflict"
            case .invalidText: "invalidText"
            case .overloaded: "overloaded"
            default: "\(value)"
            }
        }
        let isGroup =
            value is IdentityError && child.value is any Error || child.value is StoreError
            || child.value is StoreError.UniqueName || child.value is ProviderError
            || child.value is IdentityError || child.value is ProjectDirectoryError
            || child.value is ProviderConfigurationProblem
        return isGroup ? "\(label).\(caseName(child.value))" : label
    }

    /// The values that a switch yields one after the other, beginning with `nil`.
    private static func chain<Value>(_ next: (Value?) -> Value?) -> [Value] {
        var values: [Value] = []
        while let value = next(values.last) { values.append(value) }
        return values
    }

    package static let store: [StoreError] =
        StoreError.UniqueName.allCases.map(StoreError.taken)
        + chain { last in
            switch last {
            case nil, .taken: .conflict
            case .conflict: .invalidText
            case .invalidText: .overloaded
            case .overloaded: .unwritable("/var/lib/secret")
            case .unwritable: .damaged("page 7")
            case .damaged: .unavailable("closed")
            case .unavailable: nil
            }
        }

    package static let provider: [ProviderError] = chain { last in
        switch last {
        case nil: .notConfigured
        case .notConfigured: .disabled
        case .disabled: .configurationChanged
        case .configurationChanged: .unsupported("why")
        case .unsupported: .invalidCredential("why")
        case .invalidCredential: .invalidNonce
        case .invalidNonce: .invalidState
        case .invalidState: .rejectedByProvider("server_error")
        case .rejectedByProvider: .unavailable("closed")
        case .unavailable: .busy(retryAfter: .seconds(2))
        case .busy: nil
        }
    }

    private static let input: [InputError] = chain { last in
        switch last {
        case nil: .missingEmail
        case .missingEmail: .invalidEmail
        case .invalidEmail: .invalidPhoneNumber
        case .invalidPhoneNumber: .invalidUserName
        case .invalidUserName: .invalidPhotoURL
        case .invalidPhotoURL: .invalidDisplayName
        case .invalidDisplayName: .invalidClaims
        case .invalidClaims: .claimsTooLarge
        case .claimsTooLarge: .forbiddenClaim("sub")
        case .forbiddenClaim: .invalidLifetime
        case .invalidLifetime: .missingUserID
        case .missingUserID: .invalidText
        case .invalidText: .invalidDevice
        case .invalidDevice: nil
        }
    }

    private static let password: [PasswordError] = chain { last in
        switch last {
        case nil: .missing
        case .missing: .tooShort(minimum: 8)
        case .tooShort: .requirements([.digit])
        case .requirements: .common
        case .common: .tooLong
        case .tooLong: nil
        }
    }

    private static let token: [TokenError] = chain { last in
        switch last {
        case nil: .invalidAccessToken
        case .invalidAccessToken: .invalidCustomToken(.expired)
        case .invalidCustomToken: .accessTokenExpired
        case .accessTokenExpired: .invalidRefreshToken
        case .invalidRefreshToken: .clientMismatch
        case .clientMismatch: .sessionEnded(nil)
        case .sessionEnded: .sessionEvicted(at: Timestamp(seconds: 1_800_000_000), by: .phone)
        case .sessionEvicted: .sessionIdle(since: Timestamp(seconds: 1_800_000_000))
        case .sessionIdle: .unknownSession
        case .unknownSession: .refreshTokenReused
        case .refreshTokenReused: .refreshTokenSuperseded
        case .refreshTokenSuperseded: nil
        }
    }

    package static let identity: [IdentityError] =
        chain { (last: [IdentityError]?) -> [IdentityError]? in
            switch last?.last {
            case nil: input.map(IdentityError.input)
            case .input: password.map(IdentityError.password)
            case .password: CodeError.allCases.map(IdentityError.code)
            case .code: PhoneError.allCases.map(IdentityError.phone)
            case .phone: provider.map(IdentityError.provider)
            case .provider: LinkError.allCases.map(IdentityError.link)
            case .link: UserError.allCases.map(IdentityError.user)
            case .user: CredentialError.allCases.map(IdentityError.credential)
            case .credential: token.map(IdentityError.token)
            case .token: RuleError.allCases.map(IdentityError.rule)
            case .rule: ScopeError.allCases.map(IdentityError.scope)
            case .scope: [.tooManyAttempts(retryAfter: .seconds(2))]
            case .tooManyAttempts: [.overloaded(retryAfter: .zero)]
            case .overloaded: store.map(IdentityError.store)
            case .store: nil
            }
        }
        .flatMap(\.self)

    package static let directory: [ProjectDirectoryError] =
        chain { (last: [ProjectDirectoryError]?) -> [ProjectDirectoryError]? in
            switch last?.last {
            case nil: [.keyUnusable("key 7")]
            case .keyUnusable: [.invalidProjectID("A")]
            case .invalidProjectID: [.unknownProject(ProjectID(rawValue: "shop"))]
            case .unknownProject: [.projectInDeletion(ProjectID(rawValue: "shop"))]
            case .projectInDeletion: [.onlyProject(ProjectID(rawValue: "shop"))]
            case .onlyProject: [.invalidTenantID("1")]
            case .invalidTenantID: [.tenantInDeletion(TenantID(rawValue: "blue"))]
            case .tenantInDeletion: [.invalidSetting("sessions.lifetime is invalid")]
            case .invalidSetting: store.map(ProjectDirectoryError.store)
            case .store: nil
            }
        }
        .flatMap(\.self)

    package static let administration: [ProviderAdministrationError] = chain { last in
        switch last {
        case nil: .unknownProvider("acme")
        case .unknownProvider: .unknownConfiguration("acme")
        case .unknownConfiguration: .configurationExists("acme")
        case .configurationExists: .issuerInUse("https://acme.example")
        case .issuerInUse: .problem(.missingClientID)
        case .problem(.missingClientID): .problem(.missingIssuer)
        case .problem(.missingIssuer): .problem(.invalidDisplayName)
        case .problem(.invalidDisplayName): .problem(.invalid("why"))
        case .problem(.invalid): .tooMany(limit: 7)
        case .tooMany: .directory(.keyUnusable("key 7"))
        case .directory: nil
        }
    }

    package static let redirect: [RedirectError] = chain { last in
        switch last {
        case nil: .redirectURLNotAllowed
        case .redirectURLNotAllowed: .invalidSessionID
        case .invalidSessionID: .invalidState
        case .invalidState: .expired
        case .expired: .provider(.disabled)
        case .provider: .service(.user(.disabled))
        case .service: nil
        }
    }

    package static let serviceAccount: [ServiceAccountError] = chain { last in
        switch last {
        case nil: .invalidName("A")
        case .invalidName: .unknownAccount("a")
        case .unknownAccount: .unknownKey("k")
        case .unknownKey: .tooManyAccounts(limit: 7)
        case .tooManyAccounts: .tooManyKeys(limit: 7)
        case .tooManyKeys: .assertion(.expired)
        case .assertion: .keyGeneration
        case .keyGeneration: .store(.damaged("page 7"))
        case .store: nil
        }
    }

    package static let mail: [OutboxAdministrationError] = chain { last in
        switch last {
        case nil: .unknownMail
        case .unknownMail: .inDelivery
        case .inDelivery: .linkExpired
        case .linkExpired: .notConfigured
        case .notConfigured: .invalidAddress
        case .invalidAddress: .invalidTemplate("why")
        case .invalidTemplate:
            .notSent(DeliveryError(isPermanent: true, reason: "why", description: "why"))
        case .notSent: .service(.user(.disabled))
        case .service: nil
        }
    }
}
