package import CardeaIdentityDomain
package import CardeaIdentityService

/// A value of each case of each error that a protocol can get from a use case.
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
            case .overloaded: "overloaded"
            default: "\(value)"
            }
        }
        return switch child.value {
        case is StoreError, is StoreError.UniqueName, is PhoneError, is ProviderError, is IdentityError,
            is ProjectDirectoryError, is ProviderConfigurationProblem:
            "\(label).\(caseName(child.value))"
        default: label
        }
    }

    package static let names: [StoreError.UniqueName] = [
        .userID, .email, .phoneNumber, .identity, .userName, .sessionID, .projectID, .apiKey, .tenantID,
        .appID,
        .serviceAccount, .providerConfiguration,
    ]
    package static let store: [StoreError] =
        names.map(StoreError.taken) + [
            .conflict, .overloaded, .unwritable("/var/lib/secret"), .damaged("page 7"),
            .unavailable("closed"),
        ]
    package static let phone: [PhoneError] = [
        .missingPhoneNumber, .missingCode, .wrongCode, .missingSession, .unknownSession, .expiredSession,
        .invalidProof, .regionNotAllowed, .gatewayNotConfigured,
    ]
    package static let provider: [ProviderError] = [
        .notConfigured, .disabled, .configurationChanged, .unsupported("why"), .invalidCredential("why"),
        .invalidNonce,
        .invalidState,
        .rejectedByProvider("server_error"), .unavailable("closed"), .busy(retryAfter: .seconds(2)),
    ]
    package static let identity: [IdentityError] =
        [
            .missingEmail, .invalidEmail, .missingPassword, .weakPassword(minimum: 8),
            .passwordRequirements([.digit]), .commonPassword, .passwordTooLong, .invalidPhoneNumber,
            .invalidUserName, .invalidPhotoURL, .invalidDisplayName, .invalidClaims, .claimsTooLarge,
            .forbiddenClaim("sub"), .invalidLifetime, .missingUserID,
            .missingCode, .invalidCode, .expiredCode, .codeEmailMismatch, .missingNewEmail, .invalidNewEmail,
            .invalidContinueURL, .continueURLNotAllowed, .mailNotConfigured,
            .invalidPendingToken, .invalidProviderID, .missingProviderSubject, .identityTaken,
            .providerAlreadyLinked,
            .emailExists, .phoneNumberExists, .userNameExists, .userIDExists, .emailNotFound, .wrongPassword,
            .invalidCredentials, .credentialMismatch, .userNotFound, .userDisabled,
            .invalidAccessToken, .invalidCustomToken(.expired), .accessTokenExpired, .invalidRefreshToken,
            .clientMismatch, .sessionEnded(nil), .refreshTokenReused, .refreshTokenSuperseded,
            .recentSignInRequired,
            .passwordSignInOff, .operationNotAllowed, .unverifiedEmailChange, .administratorOnly,
            .tenantMismatch, .tenantNotFound, .tenantDisabled, .projectMismatch,
            .tooManyAttempts(retryAfter: .seconds(2)), .overloaded(retryAfter: .zero),
        ] + provider.map(IdentityError.provider) + phone.map(IdentityError.phone)
        + store.map(IdentityError.store)
    package static let directory: [ProjectDirectoryError] =
        [
            .keyUnusable("key 7"), .invalidProjectID("A"), .unknownProject(ProjectID(rawValue: "shop")),
            .projectInDeletion(ProjectID(rawValue: "shop")), .onlyProject(ProjectID(rawValue: "shop")),
            .invalidTenantID("1"), .tenantInDeletion(TenantID(rawValue: "blue")),
            .invalidSetting("sessions.lifetime is invalid"),
        ] + store.map(ProjectDirectoryError.store)
    package static let administration: [ProviderAdministrationError] =
        [
            .unknownProvider("acme"), .unknownConfiguration("acme"), .configurationExists("acme"),
            .issuerInUse("https://acme.example"),
            .problem(.missingClientID), .problem(.missingIssuer), .problem(.invalidDisplayName),
            .problem(.invalid("why")), .tooMany(limit: 7), .directory(.keyUnusable("key 7")),
        ]
    package static let redirect: [RedirectError] = [
        .redirectURLNotAllowed, .invalidSessionID, .invalidState, .expired, .provider(.disabled),
        .service(.userDisabled),
    ]
    package static let serviceAccount: [ServiceAccountError] = [
        .invalidName("A"), .unknownAccount("a"), .unknownKey("k"), .tooManyAccounts(limit: 7),
        .tooManyKeys(limit: 7), .assertion(.expired), .keyGeneration, .store(.damaged("page 7")),
    ]
    package static let mail: [OutboxAdministrationError] = [
        .unknownMail, .inDelivery, .linkExpired, .notConfigured, .invalidAddress, .invalidTemplate("why"),
        .notSent(DeliveryError(isPermanent: true, reason: "why", description: "why")),
        .service(.userDisabled),
    ]
}
