import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaLogging
import CardeaPhoneNumbers
package import CardeaSecrets

extension PhoneSignIn {
    /// Sends a code of six digits to a phone number.
    ///
    /// Whether a user has the number is not looked up: work and response are the same for all numbers. Only at a network
    /// from which the user of a number has signed in lately, the number receives codes of the project's reserve.
    ///
    /// - Parameters:
    ///   - text: The number, beginning with `+`.
    ///   - caller: The sender of the request.
    /// - Returns: The name by which the app refers to the code.
    /// - Throws: `.rule(.operationNotAllowed)`, `.input(.invalidPhoneNumber)`, `.tooManyAttempts`, an error of the phone.
    package func sendCode(to text: String, by caller: Caller) async throws(IdentityError) -> Secret {
        let policy = caller.policy
        guard policy.signIn.allowsPhone else { throw .rule(.operationNotAllowed) }
        let number = try PhoneNumber(given: text)
        let testCode = policy.phone.testCode(of: number.description)
        if testCode != nil {
            try throttle.countPhoneTestCode(by: caller)
        } else {
            guard policy.phone.allows(region: number.region) else { throw .phone(.regionNotAllowed) }
            guard number.reachesPerson else { throw .input(.invalidPhoneNumber) }
            guard deliversCodes else { throw .phone(.gatewayNotConfigured) }
            try throttle.countPhoneCodeRequest(for: number.description, by: caller)
        }
        let sent = newCode(testCode, for: number.description, by: caller)
        let message =
            testCode == nil && outbox.isOpen ? try newMessage(with: sent, language: caller.language) : nil
        let counts =
            testCode == nil ? policy.phone.rates.counts(of: number.description, in: caller.project.id) : []
        let isFamiliar = throttle.isFamiliar(caller, with: .phoneNumber(number))
        let now = sent.row.createdAt
        // The message is sent if, and only if, the code is stored and counted.
        let isNearLimit = try await store.transact(.phoneCodeCounts(counts), by: caller.actor) {
            moments throws(IdentityError) in
            var changes: [Change] = [.phoneCode(.insert(sent.row))]
            var isNearLimit = false
            for (count, emptyAt) in zip(counts, moments) {
                let reserve = isFamiliar ? 0 : count.reserve
                if let wait = count.rate.wait(emptyAt: emptyAt, now: now, reserve: reserve) {
                    throw .tooManyAttempts(retryAfter: wait, limit: count.limit)
                }
                changes.append(.phoneCode(.countSent(count, emptyAt: emptyAt, now: now)))
                isNearLimit =
                    count.phoneNumber == nil && count.rate.reaches(percent: 60, emptyAt: emptyAt, now: now)
            }
            return Decision(changes + (message.map { [.textMessage(.enqueue($0))] } ?? []), isNearLimit)
        }
        if isNearLimit {
            logger.warning(
                "the project has sent 60 % of the codes for phone numbers that phone.maximumPerProject allows in an hour; the last 20 % are only for numbers that have signed in from the same network",
                metadata: ["project": .string(caller.project.id.rawValue)]
            )
        }
        recorder?.record(sent)
        if message != nil { outbox.wake() }
        return sent.sessionInfo
    }

    private func newCode(_ fixed: String?, for number: String, by caller: Caller) -> SentPhoneCode {
        let name = newName()
        let id = SHA256.hash(name.utf8)
        let code = Secret(fixed ?? sixDigits())
        let now = clock.now()
        let policy = caller.policy.phone
        let row = PhoneCode(
            id: id,
            purpose: .signIn,
            pool: caller.pool,
            phoneNumber: number,
            codeHash: hash(code, of: id),
            maximumAttempts: Int64(policy.maximumAttempts),
            createdAt: now,
            expiresAt: now + .seconds(Int64(policy.codeLifetime))
        )
        return SentPhoneCode(row: row, sessionInfo: name, code: code)
    }

    /// Six random digits, each code as probable as the others.
    private func sixDigits() -> String {
        let codes: UInt64 = 1_000_000
        let usable = UInt64.max - UInt64.max % codes
        var word = random.word()
        while word >= usable { word = random.word() }
        return String(codes + word % codes).dropFirst().description
    }

    private func newMessage(
        with sent: SentPhoneCode,
        language: String?
    ) throws(IdentityError) -> TextMessage {
        let id = TextMessageID(rawValue: Hexadecimal.encode(random.bytes(16)))
        let sealedCode: [UInt8]
        do throws(ProjectDirectoryError) {
            sealedCode = try vault.seal(sent.code, of: id, in: sent.row.pool)
        } catch {
            throw IdentityError.store(.unavailable("a code cannot be encrypted")).logged(by: logger)
        }
        return TextMessage(
            id: id,
            pool: sent.row.pool,
            purpose: .phoneSignIn,
            recipient: sent.row.phoneNumber,
            language: language,
            sealedCode: sealedCode,
            createdAt: sent.row.createdAt,
            expiresAt: sent.row.expiresAt
        )
    }
}
