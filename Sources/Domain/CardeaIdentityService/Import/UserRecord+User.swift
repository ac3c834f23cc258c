import CardeaEncodings
import CardeaIdentityDomain
import CardeaPasswordHashing
import CardeaPhoneNumbers
import CardeaSecrets
import CardeaUserNames

extension UserRecord {
    /// The user that the record describes with its identities, and with the hash of its password if it has one.
    ///
    /// - Parameters:
    ///   - pool: Where the user belongs.
    ///   - now: The time of the import.
    ///   - check: Checks a password hash, and returns the text to store.
    /// - Returns: A new user.
    /// - Throws: The first fault of the record.
    func user(
        in pool: UserPool,
        at now: Timestamp,
        checkingHash check: (String) throws(ForeignHashError) -> String
    ) throws(UserImportError) -> ImportedUser {
        guard !id.isEmpty else { throw .missingID }
        let id = UserID(rawValue: id)
        // An invisible space comes from a damaged file.
        guard ProfileRules.isUserID(id),
            !id.rawValue.unicodeScalars.contains(where: { $0.properties.isWhitespace || $0 == "\u{FEFF}" })
        else { throw .invalidID }
        guard tenantID == nil || tenantID == pool.tenant else { throw .tenantMismatch }
        guard !hasSecondFactors else { throw .secondFactor }
        var user = User(id: id, pool: pool, createdAt: createdAt ?? now)
        if let email, !email.isEmpty {
            guard let address = EmailAddress(email) else { throw .invalidEmail }
            user.email = address
            user.isEmailVerified = isEmailVerified
            user.signsInByEmailLink = signsInByEmailLink
        } else if isEmailVerified || signsInByEmailLink {
            throw .missingEmail(field: isEmailVerified ? "emailVerified" : "emailLinkSignIn")
        }
        try checkMoments(at: now)
        try setProofs(of: &user, at: now)
        try setProfile(of: &user)
        try setPassword(of: &user, by: check)
        user.usesCustomTokens = usesCustomTokens
        user.isDisabled = isDisabled
        user.lastSignedInAt = lastSignedInAt
        user.validSince = validSince ?? now
        let identities = try identities(of: user, at: now)
        user.identities = identities.map(\.id)
        return ImportedUser(user: user, identities: identities)
    }

    /// Rejects moments in another unit than milliseconds, and those that are not possible.
    private func checkMoments(at now: Timestamp) throws(UserImportError) {
        // The former system's clock may be ahead.
        let limit = now + .days(1)
        for (field, moment) in [
            ("createdAt", createdAt), ("lastSignedInAt", lastSignedInAt),
            ("passwordChangedAt", passwordChangedAt), ("validSince", validSince),
        ] {
            guard let moment else { continue }
            guard moment >= .earliestImported, moment <= limit else { throw .invalidMoment(field: field) }
        }
        // No session of the user would be valid before.
        guard validSince.map({ $0 <= now }) ?? true else { throw .invalidMoment(field: "validSince") }
        // The later check of the proofs rejects those in the future.
        let proofs = emailProofs.enumerated().map { ("emailProofs[\($0)].at", $1.at) }
        for (field, moment) in proofs + [("recycledAt", recycledAt)] {
            guard let moment, moment < .earliestImported else { continue }
            throw .invalidMoment(field: field)
        }
    }

    /// Sets who has proved the address, and who has recycled it.
    ///
    /// An address that is not verified has them too: an administrator may have changed the flag since.
    private func setProofs(of user: inout User, at now: Timestamp) throws(UserImportError) {
        if let recycledBy {
            guard user.email != nil else { throw .invalidEmailProof(.missingEmail, field: "recycledBy") }
            guard let provider = ProviderID(rawValue: recycledBy), provider.isSpelledWell else {
                throw .invalidEmailProof(.provider, field: "recycledBy")
            }
            let time = recycledAt ?? now
            guard time <= now else { throw .invalidEmailProof(.future, field: "recycledAt") }
            user.recycling = Recycling(by: provider, at: time)
        }
        guard emailProofs.isEmpty || user.email != nil else {
            throw .invalidEmailProof(.missingEmail, field: "emailProofs")
        }
        for (index, proof) in emailProofs.enumerated() {
            let entry = "emailProofs[\(index)]"
            guard let provider = ProviderID(rawValue: proof.provider), provider.isSpelledWell else {
                throw .invalidEmailProof(.provider, field: entry + ".provider")
            }
            guard user.emailProof(by: provider) == nil else {
                throw .invalidEmailProof(.repeatedProvider, field: entry + ".provider")
            }
            guard let id = ProviderSubject(provider, proof.subject) else {
                throw .invalidEmailProof(.subject, field: entry + ".subject")
            }
            let time = proof.at ?? now
            guard time <= now else { throw .invalidEmailProof(.future, field: entry + ".at") }
            user.recordEmailProof(by: id, at: time)
        }
    }

    private func identities(of user: User, at now: Timestamp) throws(UserImportError) -> [FederatedIdentity] {
        guard providers.allSatisfy({ !$0.id.isEmpty && !$0.subject.isEmpty }) else {
            throw .incompleteProvider
        }
        guard Set(providers.map(\.id.exact)).count == providers.count else { throw .duplicateProvider }
        var identities: [FederatedIdentity] = []
        for provider in providers {
            do throws(IdentityError) {
                identities.append(try CheckedIdentity(provider).identity(of: user, at: now))
            } catch {
                throw .invalidProvider
            }
        }
        return identities
    }

    private func setProfile(of user: inout User) throws(UserImportError) {
        let displayName = ProfileRules.withoutControls(displayName ?? "")
        if !displayName.isEmpty {
            guard ProfileRules.isDisplayName(displayName) else { throw .invalidDisplayName }
            user.displayName = displayName
        }
        if let photoURL, !photoURL.isEmpty {
            guard ProfileRules.isPhotoURL(photoURL) else { throw .invalidPhotoURL }
            user.photoURL = photoURL
        }
        if let phoneNumber, !phoneNumber.isEmpty {
            guard let number = try? PhoneNumber(phoneNumber) else { throw .invalidPhoneNumber }
            user.phoneNumber = number.description
        }
        if let userName, !userName.isEmpty {
            guard let name = UserName(userName) else { throw .invalidUserName }
            user.uniqueName = name.unique
        }
        guard let customClaims, !customClaims.isEmpty else { return }
        do throws(IdentityError) {
            user.customClaims = try CustomClaims(customClaims).text
        } catch {
            switch error {
            case .input(.claimsTooLarge): throw .claimsTooLarge
            case .input(.forbiddenClaim(let name)): throw .forbiddenClaim(name)
            default: throw .invalidClaims
            }
        }
    }

    private func setPassword(
        of user: inout User,
        by check: (String) throws(ForeignHashError) -> String
    ) throws(UserImportError) {
        switch password {
        case .hash(let text):
            do throws(ForeignHashError) {
                user.passwordHash = try check(text)
            } catch {
                throw .invalidHash(error)
            }
        case .plain(let password):
            guard !password.isEmpty else { throw .emptyPassword }
            guard password.utf8.count <= PasswordHasher.maximumLength else { throw .passwordTooLong }
        case .invalid(let error): throw .invalidHash(error)
        case nil: break
        }
    }
}

extension Timestamp {
    /// The year 2000: no system of today has older users, and seconds look like milliseconds of 1970.
    fileprivate static let earliestImported = Timestamp(milliseconds: 946_684_800_000)
}
