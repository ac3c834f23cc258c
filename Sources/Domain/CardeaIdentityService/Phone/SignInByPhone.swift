import CardeaEncodings
import CardeaCryptography
package import CardeaIdentityDomain
import CardeaPhoneNumbers
package import CardeaSecrets

/// The proof that a user has a phone number.
package enum PhoneProof: Sendable {
    /// A code, with the name that the app got for it.
    case code(Secret, sessionInfo: Secret)
    /// The proof that a code was used for this number.
    case temporaryProof(Secret, phoneNumber: String)
}

/// The purpose of a sign-in by phone.
package enum PhoneOperation: Sendable {
    case signInOrUp
    /// Only a user who exists.
    case reauthenticate
}

extension PhoneSignIn {
    /// The time for which the proof can be used that a code was right.
    private static let proofLifetime = TimeSpan.minutes(60)

    /// Signs in by a code that was sent to a phone number; a new number signs up (U6).
    ///
    /// - Parameters:
    ///   - proof: The code, or the proof of an earlier one.
    ///   - operation: Whether a new number may sign up.
    ///   - lifetime: The access-token lifetime that is asked for; capped by the project's maximum (K6).
    ///   - who: The signed-in user who gets the number, or who authenticates again; `nil` for a new session.
    ///   - caller: The sender of the request.
    /// - Returns: The user with a session and tokens, or a proof if another user has the number.
    /// - Throws: `.rule(.operationNotAllowed)`, `.rule(.administratorOnly)`, `.user(.phoneNumberExists)`, `.user(.notFound)`, `.user(.disabled)`,
    ///   `.credential(.mismatch)`, `.credential(.tooOld)`, `.tooManyAttempts`, an error of the phone.
    package func signIn(
        _ proof: PhoneProof,
        for operation: PhoneOperation = .signInOrUp,
        lifetime: TimeSpan? = nil,
        linking who: SignedInCaller? = nil,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult {
        try await completion.counted { () async throws(IdentityError) in
            let caller = who.caller(or: caller)
            guard caller.policy.signIn.allowsPhone else { throw .rule(.operationNotAllowed) }
            let given = try await verify(try GivenPhoneProof(proof), by: caller)
            let row = given.code
            var owner = given.owner
            // The owner of the number may change while the code is checked; then the new one decides.
            return try await completion.repeating { () async throws(IdentityError) in
                let result = try await exchange(row, of: owner, operation, lifetime, who, by: caller)
                if result == nil {
                    owner = try await store.read(.user(phoneNumber: row.phoneNumber, in: caller.pool))
                }
                return result
            }
        }
    }

    /// Compares the code with the one that was sent, counting failures against the code, the number and the network.
    ///
    /// - Returns: The row of the code and the owner of the number; the transaction of the sign-in checks both again.
    private func verify(
        _ given: GivenPhoneProof,
        by caller: Caller
    ) async throws(IdentityError) -> (code: PhoneCode, owner: User?) {
        let unknown = IdentityError.phone(given.purpose == .proof ? .invalidProof : .unknownSession)
        let (found, owner) = try await store.read(.phoneCode(id: given.id), .user(ofPhoneCode: given.id))
        let isKnown = found?.purpose == given.purpose && found?.pool == caller.pool
        let attempt = Attempt(
            .useCode,
            pool: caller.pool,
            account: isKnown ? found?.phoneNumber ?? "" : "",
            remoteAddress: caller.remoteAddress
        )
        try await throttle.admit(attempt)
        guard let row = found, isKnown, given.phoneNumber.map({ $0.exact == row.phoneNumber.exact }) ?? true
        else {
            try throttle.recordFailure(of: attempt)
            throw unknown
        }
        if let code = given.code, !ConstantTime.equal(hash(code, of: row.id), row.codeHash) {
            let error = try await countFailure(of: row, by: caller)
            try throttle.recordFailure(of: attempt)
            throw error
        }
        guard row.isUsable(at: clock.now()) else { throw row.expiry }
        return (row, owner)
    }

    /// Counts a wrong code; the transaction decides whether it was still allowed to try.
    private func countFailure(
        of row: PhoneCode,
        by caller: Caller
    ) async throws(IdentityError) -> IdentityError {
        let now = clock.now()
        return try await store.transact(.phoneCode(id: row.id), by: caller.actor) {
            row -> Decision<IdentityError> in
            guard let row else { return .unchanged(.phone(.unknownSession)) }
            guard row.isUsable(at: now) else { return .unchanged(row.expiry) }
            return Decision([.phoneCode(.countFailure(row))], .phone(.wrongCode))
        }
    }

    /// - Returns: `nil` if the number has got another owner meanwhile; nothing is written then.
    private func exchange(
        _ row: PhoneCode,
        of found: User?,
        _ operation: PhoneOperation,
        _ lifetime: TimeSpan?,
        _ who: SignedInCaller?,
        by caller: Caller
    ) async throws(IdentityError) -> SignInResult? {
        try row.check(found, at: clock.now())
        if operation == .reauthenticate, let who, who.user.id != found?.id { throw .credential(.mismatch) }
        if found == nil, who == nil || who?.user.isAnonymous == true {
            guard operation == .signInOrUp || who != nil else { throw .user(.notFound) }
            guard caller.policy.signUp.allowed else { throw .rule(.administratorOnly) }
        }
        let isNew = found == nil && who == nil
        if isNew { try throttle.countNewAccount(by: caller) }

        let now = clock.now()
        let user = who?.user ?? found ?? User(id: random.userID(), pool: caller.pool, createdAt: now)
        let step = try completion.step(
            SignInProof(.phone, lifetime: lifetime),
            of: user,
            by: caller,
            at: now
        )
        let proof = newName()
        let rule = PhoneRule(
            code: row,
            user: user,
            step: step,
            proof: PhoneCode(
                id: SHA256.hash(proof.utf8),
                purpose: .proof,
                pool: row.pool,
                phoneNumber: row.phoneNumber,
                user: found?.id,
                createdAt: now,
                expiresAt: now + Self.proofLifetime
            ),
            pending: PendingSignIn(
                reason: .phoneNumberTaken(row.phoneNumber),
                token: proof,
                lifetime: Self.proofLifetime
            )
        )
        let result = try await completion.attempt(
            step,
            reading: .phoneCode(id: row.id),
            .user(phoneNumber: row.phoneNumber, in: caller.pool),
            who?.lookup,
            .hasPool(caller.pool)
        ) { code, owner, signedIn, hasPool throws(IdentityError) in
            try rule.check(code, owner)
            if let signedIn { return try rule.link(Authenticated(signedIn, at: now), owner: owner) }
            if let owner { return try rule.signIn(owner) }
            guard isNew else { return .unchanged(.undecided) }
            guard hasPool else { throw .scope(.tenantNotFound) }
            return rule.signUp()
        }
        if case .signedIn = result, let number = try? PhoneNumber(row.phoneNumber) {
            throttle.recordOwner(caller, of: .phoneNumber(number))
        }
        return result
    }
}

/// A proof as it was given, with the row that it names.
private struct GivenPhoneProof {
    let purpose: PhoneCode.Purpose
    let id: [UInt8]
    let code: Secret?
    let phoneNumber: String?

    init(_ proof: PhoneProof) throws(IdentityError) {
        switch proof {
        case .code(let code, let name):
            guard !name.isEmpty else { throw .phone(.missingSession) }
            guard !code.isEmpty else { throw .phone(.missingCode) }
            (purpose, id, self.code, phoneNumber) = (.signIn, SHA256.hash(name.utf8), code, nil)
        case .temporaryProof(let name, let number):
            guard !number.isEmpty else { throw .phone(.missingPhoneNumber) }
            (purpose, id, code) = (.proof, SHA256.hash(name.utf8), nil)
            phoneNumber = try PhoneNumber(given: number).description
        }
    }
}

extension PhoneCode {
    /// The error of a code or a proof that can no longer be used.
    var expiry: IdentityError { .phone(purpose == .proof ? .invalidProof : .expiredSession) }
}
