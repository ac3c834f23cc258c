import CardeaCryptography
import CardeaEncodings
package import CardeaIdentityDomain
import CardeaLocks
package import CardeaLogging
package import CardeaSecrets

/// Sign-in by a code that is sent to a phone number.
package struct PhoneSignIn: Sendable {
    let store: ServiceStore
    let projects: ProjectDirectory
    let completion: SignInCompletion
    let throttle: Throttle
    let outbox: Outbox<OutgoingTextMessage>
    /// Keeps codes in plain text: for an emulator alone.
    let recorder: PhoneCodeRecorder?
    let vault: KeyVault
    let clock: any WallClock
    let random: any RandomSource
    let logger: Logger

    /// Whether codes reach their recipients: by the gateway, or because an emulator shows them.
    var deliversCodes: Bool { outbox.isOpen || recorder != nil }

    /// The keyed hash of a code; without the key, a million guesses would find the code.
    func hash(_ code: Secret, of id: [UInt8]) -> [UInt8] {
        vault.authenticationKey("cardea phone codes").authenticate(id + Array(code.utf8))
    }

    /// A random name by which the app refers to a code or a proof.
    func newName() -> Secret { Secret(Base64URL.encode(random.bytes(32))) }

    /// The unused codes of a pool in plain text, oldest first: in an emulator.
    package func readableCodes(in pool: UserPool) async throws(IdentityError) -> [SentPhoneCode] {
        var found: [SentPhoneCode] = []
        for sent in recorder?.codes(in: pool) ?? [] {
            if try await store.read(.phoneCode(id: sent.row.id)) != nil { found.append(sent) }
        }
        return found
    }
}

extension Cleanup {
    /// Deletes some of the codes for phone numbers that expired an hour ago.
    ///
    /// Until then a response can say that they expired.
    ///
    /// - Returns: The number that were deleted: fewer than the limit only if no more are left.
    package func deleteExpiredPhoneCodes(limit: Int) async throws(IdentityError) -> Int {
        let moment = clock.now() - .minutes(60)
        let ids = try await store.read(.phoneCodes(expiredBefore: moment, limit: limit))
        try await store.make(ids.map { .phoneCode(.delete(id: $0)) }, by: .server)
        return ids.count
    }
}

/// A code with its text, as its recipient gets it.
package struct SentPhoneCode: Sendable {
    let row: PhoneCode
    /// The name by which the app refers to the code.
    package let sessionInfo: Secret
    package let code: Secret

    package var phoneNumber: String { row.phoneNumber }
}

/// Keeps the newest codes of an emulator in memory, so that tests can read them.
package final class PhoneCodeRecorder: Sendable {
    private static let limit = 10_000
    private let codes = Mutex<[SentPhoneCode]>([])
    private let logger: Logger?

    /// - Parameter logger: It gets a line with each code, for the developer at an emulator.
    package init(logger: Logger? = nil) { self.logger = logger }

    func record(_ code: SentPhoneCode) {
        logger?.notice(
            "phone code",
            metadata: ["phoneNumber": "\(code.phoneNumber)", "code": "\(code.code.reveal())"]
        )
        codes.withLock { codes in
            if codes.count >= Self.limit { codes.removeFirst(Self.limit / 2) }
            codes.append(code)
        }
    }

    func codes(in pool: UserPool) -> [SentPhoneCode] {
        codes.withLock { $0.filter { $0.row.pool == pool } }
    }
}
