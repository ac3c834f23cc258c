public import CardeaSession
import CardeaCryptography
public import Foundation

/// The key of an `EncryptedFileStore`, kept in the user's keyring.
public struct SecretServiceKeySource: StoreKeySource {
    private let keyring: Keyring

    /// Creates a source; the key is made when it is first needed.
    ///
    /// - Parameters:
    ///   - application: Whose key it is, such as the app's identifier.
    ///   - name: Which of the app's keys; stores in different directories need different ones.
    ///   - bus: Where the service is reached.
    ///   - mayPrompt: Whether the user may be asked to open the keyring, or to make one.
    public init(
        application: String,
        name: String = "default",
        bus: SecretServiceBus = .session,
        mayPrompt: Bool = false
    ) {
        keyring = Keyring(
            KeyringItem(kind: .storeKey, application: application, account: name),
            on: bus,
            mayPrompt: mayPrompt
        )
    }

    /// Reads the key.
    public func existingKey() async throws(StoreError) -> [UInt8]? {
        guard let key = try await keyring.read() else { return nil }
        guard key.count == 32 else { throw StoreError(.damaged, "the keyring's secret is not a key") }
        return key
    }

    /// Reads the key, or makes one from the system's randomness; what is no key opens no record, so nothing is lost with it.
    public func key() async throws(StoreError) -> [UInt8] {
        if let key = try await keyring.read(), key.count == 32 { return key }
        let key = SystemRandom().bytes(32)
        try await keyring.write(key)
        return key
    }
}

extension StoreKeySource where Self == PreferredKeySource {
    /// A key in the user's keyring where there is one that is open, in a file that only its owner can read otherwise.
    ///
    /// - Parameters:
    ///   - application: Whose key it is, such as the app's identifier.
    ///   - name: Which of the app's keys; stores in different directories need different ones.
    ///   - directory: The store's directory.
    ///   - bus: Where the service is reached.
    /// - Returns: The source, which keeps to the place that it made the key in.
    public static func secretService(
        application: String,
        name: String = "default",
        orFileIn directory: URL,
        bus: SecretServiceBus = .session
    ) -> PreferredKeySource {
        PreferredKeySource(
            SecretServiceKeySource(application: application, name: name, bus: bus),
            orFileIn: directory
        )
    }
}
