import CardeaIdentityDomain
package import CardeaIdentityService
package import CardeaOperations
import CardeaSecrets

/// A user as one line of JSON: the form of `cardea user export` and `import`.
///
/// Moments are milliseconds since 1970.
package struct UserLine: ResourceMessage {
    var id: String?
    var tenantId: String?
    var email: String?
    var emailVerified: Bool?
    var recycledBy: String?
    var recycledAt: Int64?
    var emailProofs: [UserLineEmailProof]?
    var emailLinkSignIn: Bool?
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var userName: String?
    var passwordHash: Secret?
    var password: Secret?
    var passwordChangedAt: Int64?
    var customTokens: Bool?
    var customClaims: String?
    var disabled: Bool?
    var createdAt: Int64?
    var lastSignedInAt: Int64?
    var validSince: Int64?
    var providers: [UserLineProvider]?

    package init() {}

    // The import checks the lengths: its errors say more.
    package static let fields = ResourceTable<Self> {
        ResourceField(\.id, .bytes(longestLine), "ID of the user.", .required)
        ResourceField(
            \.tenantId,
            .bytes(longestLine),
            "Tenant of the user; it must exist. Defaults to that of the request."
        )
        ResourceField(\.email, .bytes(longestLine), "E-mail address.")
        ResourceField(\.emailVerified, "Whether the user has proved the address.")
        ResourceField(
            \.recycledBy,
            .bytes(longestLine),
            "Provider that has given the address to another person than its former owner."
        )
        ResourceField(\.recycledAt, moments, "Time at which it did.")
        ResourceField(
            \.emailProofs,
            .count(256, each: NoLimit()),
            "Accounts at providers that have proved the address, linked or not; one for each provider."
        )
        ResourceField(\.emailLinkSignIn, "Whether the user has signed in by a link.")
        ResourceField(\.displayName, .bytes(longestLine), "Name, at most 256 characters.")
        ResourceField(\.photoURL, .bytes(longestLine), "URL of a picture.")
        ResourceField(\.phoneNumber, .bytes(longestLine), "Phone number with + and the country code.")
        ResourceField(\.userName, .bytes(longestLine), "User name.")
        ResourceField(\.passwordHash, .bytes(longestLine), "Hash of the password; excludes `password`.")
        ResourceField(\.password, .bytes(longestLine), "Password, which the import hashes.")
        ResourceField(\.passwordChangedAt, moments, "Time of the last change of the password.")
        ResourceField(\.customTokens, "Whether the user has signed in by a custom token.")
        ResourceField(\.customClaims, .bytes(longestLine), "Custom claims: the JSON text of one object.")
        ResourceField(\.disabled, "Whether sign-in and tokens are rejected.")
        ResourceField(\.createdAt, moments, "Time of creation.")
        ResourceField(\.lastSignedInAt, moments, "Time of the last sign-in.")
        ResourceField(\.validSince, moments, "Time before which no session began.")
        ResourceField(
            \.providers,
            .count(64, each: NoLimit()),
            "Accounts at other identity providers, by which the user signs in."
        )
    }

    fileprivate static let moments = 0...Timestamp.last.milliseconds
}

/// An account at a provider that has proved the address of a user.
struct UserLineEmailProof: ResourceMessage {
    var provider: String?
    var subject: String?
    var at: Int64?

    static let fields = ResourceTable<Self> {
        ResourceField(\.provider, .bytes(longestLine), "Provider, such as `google.com`.", .required)
        ResourceField(\.subject, .bytes(longestLine), "ID of the user at the provider.", .required)
        ResourceField(\.at, UserLine.moments, "Time of the proof; defaults to that of the import.")
    }
}

/// An account at another identity provider.
struct UserLineProvider: ResourceMessage {
    var id: String?
    var subject: String?
    var email: String?
    var displayName: String?
    var photoURL: String?

    static let fields = ResourceTable<Self> {
        ResourceField(\.id, .bytes(longestLine), "Provider, such as `google.com`.", .required)
        ResourceField(\.subject, .bytes(longestLine), "ID of the user at the provider.", .required)
        ResourceField(\.email, .bytes(longestLine), "E-mail address at the provider.")
        ResourceField(\.displayName, .bytes(longestLine), "Name at the provider.")
        ResourceField(\.photoURL, .bytes(longestLine), "URL of a picture.")
    }
}

extension UserLine {
    package init(_ record: UserRecord) {
        id = record.id
        tenantId = record.tenant
        email = record.email
        emailVerified = record.isEmailVerified ? true : nil
        recycledBy = record.recycledBy
        recycledAt = record.recycledAt?.milliseconds
        emailProofs = record.emailProofs.isEmpty ? nil : record.emailProofs.map(UserLineEmailProof.init)
        emailLinkSignIn = record.signsInByEmailLink ? true : nil
        displayName = record.displayName
        photoURL = record.photoURL
        phoneNumber = record.phoneNumber
        userName = record.userName
        switch record.password {
        case .hash(let text): passwordHash = Secret(text)
        case .plain(let text): password = text
        case .invalid, nil: break
        }
        passwordChangedAt = record.passwordChangedAt?.milliseconds
        customTokens = record.usesCustomTokens ? true : nil
        customClaims = record.customClaims
        disabled = record.isDisabled ? true : nil
        createdAt = record.createdAt?.milliseconds
        lastSignedInAt = record.lastSignedInAt?.milliseconds
        validSince = record.validSince?.milliseconds
        providers = record.providers.isEmpty ? nil : record.providers.map(UserLineProvider.init)
    }

    /// The user of a line that a server sent.
    ///
    /// - Throws: `FieldError` if the line is not a user.
    package static func record(of line: some Collection<UInt8>) throws(FieldError) -> UserRecord {
        try UserLine(line: line, by: .operator).record
    }

    /// The user that is to be imported.
    var record: UserRecord {
        get throws(FieldError) {
            guard password == nil || passwordHash == nil else {
                throw FieldError(.notAllowed(label: "password"), field: "password")
            }
            var record = UserRecord(id: id ?? "")
            record.tenant = tenantId
            record.email = email
            record.isEmailVerified = emailVerified ?? false
            record.recycledBy = recycledBy
            record.recycledAt = recycledAt.map(Timestamp.init(milliseconds:))
            record.emailProofs = (emailProofs ?? []).map(UserRecord.Proof.init)
            record.signsInByEmailLink = emailLinkSignIn ?? false
            record.displayName = displayName
            record.photoURL = photoURL
            record.phoneNumber = phoneNumber
            record.userName = userName
            record.password =
                passwordHash.map { .hash($0.reveal()) } ?? password.map(UserRecord.Password.plain)
            record.passwordChangedAt = passwordChangedAt.map(Timestamp.init(milliseconds:))
            record.usesCustomTokens = customTokens ?? false
            record.customClaims = customClaims
            record.isDisabled = disabled ?? false
            record.createdAt = createdAt.map(Timestamp.init(milliseconds:))
            record.lastSignedInAt = lastSignedInAt.map(Timestamp.init(milliseconds:))
            record.validSince = validSince.map(Timestamp.init(milliseconds:))
            record.providers = (providers ?? []).map(UserRecord.Provider.init)
            return record
        }
    }
}

extension UserLineEmailProof {
    fileprivate init(_ proof: UserRecord.Proof) {
        provider = proof.provider
        subject = proof.subject
        at = proof.at?.milliseconds
    }
}

extension UserRecord.Proof {
    fileprivate init(_ line: UserLineEmailProof) {
        self.init(
            provider: line.provider ?? "",
            subject: line.subject ?? "",
            at: line.at.map(Timestamp.init(milliseconds:))
        )
    }
}

extension UserLineProvider {
    fileprivate init(_ provider: UserRecord.Provider) {
        id = provider.id
        subject = provider.subject
        email = provider.email
        displayName = provider.displayName
        photoURL = provider.photoURL
    }
}

extension UserRecord.Provider {
    fileprivate init(_ line: UserLineProvider) {
        self.init(
            id: line.id ?? "",
            subject: line.subject ?? "",
            email: line.email,
            displayName: line.displayName,
            photoURL: line.photoURL
        )
    }
}
