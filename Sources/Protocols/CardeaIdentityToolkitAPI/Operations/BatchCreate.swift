import CardeaEncodings
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaPasswordHashing

extension ToolkitOperation {
    static var batchCreate: Self {
        Operation(
            "accounts.batchCreate",
            "Creates up to a thousand users, with the password hashes of another system.",
            paths: .administrator("accounts:batchCreate") + .relyingParty("uploadAccount"),
            by: [.administrator],
            bodySize: .large,
            errors: .toolkit(
                .missingUserAccount,
                .invalidHashAlgorithm,
                .duplicateLocalID,
                .duplicateEmail,
                .duplicateRawID
            )
        ) { (call, message: BatchCreateRequest) in
            let users = message.users ?? []
            guard !users.isEmpty else { throw IdentityToolkitError(.missingUserAccount) }
            try message.rejectDuplicates()
            let acceptsFakeHashes = call.emulates(.fakeHashes)
            let format = try message.hashFormat(acceptsFakeHashes: acceptsFakeHashes)
            let records = users.map {
                UserRecord($0, format, acceptsFakeHashes: acceptsFakeHashes)
            }
            let outcomes = try await call.services.userImport.add(
                records,
                to: call.caller.pool,
                existing: message.allowOverwrite == true ? .replace : .reject,
                by: call.caller.actor
            )
            let errors = outcomes.enumerated().compactMap { index, outcome -> BatchCreateError? in
                guard case .rejected(let error) = outcome else { return nil }
                return BatchCreateError(index: index, message: error.toolkitMessage)
            }
            return BatchCreateResponse(error: errors.isEmpty ? nil : errors)
        }
    }
}

extension BatchCreateRequest {
    /// Rejects the whole list if two of its users cannot both be created.
    fileprivate func rejectDuplicates() throws(IdentityToolkitError) {
        let users = users ?? []
        if sanityCheck == true {
            let emails = users.compactMap { $0.email.flatMap(EmailAddress.init)?.description }
            if let email = emails.firstDuplicate { throw IdentityToolkitError(.duplicateEmail, email) }
            let providers = users.flatMap { $0.providerUserInfo ?? [] }.compactMap(\.key)
            if let key = providers.firstDuplicate { throw IdentityToolkitError(.duplicateRawID, key) }
        }
        if allowOverwrite != true, let id = users.compactMap(\.localId).firstDuplicate {
            throw IdentityToolkitError(.duplicateLocalID, id)
        }
    }

    /// The way in which the passwords are hashed; `nil` if no user has a hash.
    ///
    /// - Throws: `INVALID_HASH_ALGORITHM` with the parameter that is wrong.
    fileprivate func hashFormat(acceptsFakeHashes: Bool) throws(IdentityToolkitError) -> HashFormat? {
        guard users?.contains(where: { $0.passwordHash != nil }) == true else { return nil }
        guard let hashAlgorithm else {
            if acceptsFakeHashes { return nil }
            throw IdentityToolkitError(.invalidHashAlgorithm, "hashAlgorithm is missing")
        }
        var format = HashFormat(algorithm: hashAlgorithm.uppercased())
        format.signerKey = try bytes(signerKey, "signerKey")
        format.saltSeparator = try bytes(saltSeparator, "saltSeparator") ?? []
        format.rounds = rounds.map(Int.init)
        format.memoryCost = memoryCost.map(Int.init)
        format.cpuMemoryCost = cpuMemCost.map(Int.init)
        format.parallelization = parallelization.map(Int.init)
        format.blockSize = blockSize.map(Int.init)
        format.derivedKeyLength = dkLen.map(Int.init)
        format.saltPlace = passwordHashOrder?.saltPlace
        format.argon2 = try argon2Format()
        do throws(ForeignHashError) {
            try format.check()
        } catch {
            throw IdentityToolkitError(.invalidHashAlgorithm, error.description)
        }
        return format
    }

    private func argon2Format() throws(IdentityToolkitError) -> HashFormat.Argon2Format? {
        guard let argon2 = argon2Parameters, let variant = argon2.hashType?.variant else { return nil }
        return HashFormat.Argon2Format(
            variant: variant,
            version: argon2.version == .v10 ? .v10 : .v13,
            cost: Argon2Cost(
                memoryKiB: Int(argon2.memoryCostKib ?? 0),
                iterations: Int(argon2.iterations ?? 0),
                parallelism: Int(argon2.parallelism ?? 0)
            ),
            hashLength: argon2.hashLengthBytes.map(Int.init),
            associatedData: try bytes(argon2.associatedData, "associatedData") ?? []
        )
    }

    private func bytes(_ text: String?, _ name: String) throws(IdentityToolkitError) -> [UInt8]? {
        guard let text else { return nil }
        guard let bytes = Base64.decodeEitherAlphabet(text.utf8) else {
            throw IdentityToolkitError(.invalidHashAlgorithm, "\(name) is not Base64")
        }
        return bytes
    }
}

extension [String] {
    fileprivate var firstDuplicate: String? {
        var seen: Set<ExactText> = []
        return first { !seen.insert($0.exact).inserted }
    }
}

extension UserImportError {
    /// The error, in the words of Identity Platform and its emulator.
    fileprivate var toolkitMessage: String {
        switch self {
        case .missingID: "localId is missing"
        case .invalidID: "localId is invalid"
        case .invalidEmail: "email is invalid"
        case .invalidPhoneNumber: "phone number format is invalid"
        case .invalidUserName: "userName is invalid"
        case .invalidDisplayName: "displayName is invalid"
        case .invalidPhotoURL: "photoUrl is invalid"
        case .invalidClaims: "Invalid custom claims provided."
        case .claimsTooLarge: "Custom claims provided are too large."
        case .forbiddenClaim: "Custom claims provided include a reserved claim."
        case .invalidHash(let error): "passwordHash is invalid: \(error)"
        case .passwordTooLong: "rawPassword is longer than 4096 bytes"
        case .emptyPassword: "rawPassword is empty"
        case .missingEmail(let field): "\(field) needs an email"
        case .invalidMoment(let field): "\(field) must be in milliseconds since 1970"
        case .incompleteProvider: "federatedId or (providerId & rawId) is required"
        case .invalidProvider: "providerUserInfo is invalid"
        case .invalidEmailProof: "emailProofs is invalid"
        case .duplicateProvider: "providerUserInfo has two entries of one provider"
        case .secondFactor: "Second factor not supported."
        case .tenantMismatch: "Tenant id in userInfo does not match the tenant id in request."
        case .tenantNotFound: "Tenant id in userInfo does not exist."
        case .userExists: "localId belongs to an existing account - can not overwrite."
        case .emailExists: "email exists in other account in database"
        case .phoneNumberExists: "phone number exists in other account in database"
        case .identityExists: "raw id exists in other account in database"
        case .userNameExists: "user name exists in other account in database"
        }
    }
}
