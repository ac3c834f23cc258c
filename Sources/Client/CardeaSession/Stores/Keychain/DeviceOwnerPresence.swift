#if canImport(LocalAuthentication) && !os(tvOS)
public import LocalAuthentication

extension CredentialStore {
    /// This store, which returns no record before the device's owner is confirmed by Face ID, Touch ID or passcode.
    ///
    ///     let store = KeychainStore().guarded(reason: "Opens your account")
    ///
    /// iOS asks by Face ID only if the app's `Info.plist` has an `NSFaceIDUsageDescription`; otherwise the confirmation fails.
    ///
    /// - Parameters:
    ///   - reason: Told to the user beside the question.
    ///   - policy: The accepted methods; defaults to biometry or, failing that, the passcode.
    /// - Returns: The store; see `guarded(by:)`.
    public func guarded(
        reason: String,
        policy: LAPolicy = .deviceOwnerAuthentication
    ) -> some CredentialStore {
        GuardedStore(self, by: DeviceOwnerPresence(reason: reason, policy: policy))
    }
}

/// Asks the device's owner by Face ID, Touch ID or passcode.
struct DeviceOwnerPresence: UserPresence {
    private let reason: String
    private let policy: LAPolicy

    /// Creates a way to ask.
    ///
    /// - Parameters:
    ///   - reason: Told to the user beside the question.
    ///   - policy: The accepted methods; defaults to biometry or, failing that, the passcode.
    init(reason: String, policy: LAPolicy) {
        self.reason = reason
        self.policy = policy
    }

    /// Asks the user.
    func confirm() async throws(StoreError) {
        do {
            _ = try await LAContext().evaluatePolicy(policy, localizedReason: reason)
        } catch {
            throw StoreError(presence: (error as? LAError)?.code.rawValue)
        }
    }
}
#endif

extension StoreError {
    /// The error for a code of Apple's LocalAuthentication (`LAError.Code`): whether a later attempt may succeed.
    init(presence code: Int?) {
        // The system or the app has interrupted it, no question can be shown, or there were too many attempts.
        let passing: Set<Int> = [-4, -9, -1004, -8]
        let isPassing = code.map(passing.contains) ?? false
        self.init(
            isPassing ? .locked : .denied,
            "the user was not confirmed (\(code.map(String.init) ?? "no code"))"
        )
    }
}
