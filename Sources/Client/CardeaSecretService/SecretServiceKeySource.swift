public import CardeaSession
import CardeaCryptography

/// The key of an `EncryptedFileStore`, kept in the user's keyring.
public struct SecretServiceKeySource: StoreKeySource {
    private let keyring: Keyring

    /// Creates a source; the key is created when it is first needed.
    ///
    /// - Parameters:
    ///   - application: The app that owns the key, such as its identifier.
    ///   - name: The name of the key; stores in different directories need different ones.
    ///   - bus: The bus of the service.
    ///   - mayPrompt: Whether the user may be asked to open the keyring, or to create one.
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

    /// Reads the key, or creates one; an invalid key opens no record, so replacing it loses nothing.
    public func key() async throws(StoreError) -> [UInt8] {
        if let key = try await keyring.read(), key.count == 32 { return key }
        let key = SystemRandom().bytes(32)
        try await keyring.write(key)
        return key
    }
}

extension StoreKeySource where Self == SecretServiceKeySource {
    /// A key in the user's keyring.
    ///
    ///     EncryptedFileStore(directory: directory, preferring: .secretService(application: "com.example.shop"))
    ///
    /// - Parameters:
    ///   - application: The app that owns the key, such as its identifier.
    ///   - name: The name of the key; stores in different directories need different ones.
    ///   - bus: The bus of the service.
    ///   - mayPrompt: Whether the user may be asked to open the keyring, or to create one.
    /// - Returns: The source.
    public static func secretService(
        application: String,
        name: String = "default",
        bus: SecretServiceBus = .session,
        mayPrompt: Bool = false
    ) -> Self {
        Self(application: application, name: name, bus: bus, mayPrompt: mayPrompt)
    }
}
