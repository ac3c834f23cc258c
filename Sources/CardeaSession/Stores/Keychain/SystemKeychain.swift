#if canImport(Security)
public import Foundation
import Security

extension KeychainStore {
    /// When an item can be read; never on another device, and never from a backup on one.
    public enum Accessibility: Sendable, Hashable, CaseIterable {
        /// From the first unlock after the device's start on: refreshes go on while it is locked.
        case afterFirstUnlock
        /// While the device is unlocked: what is refreshed while it is locked is stored at the next unlock.
        case whenUnlocked

        fileprivate var attribute: CFString {
            switch self {
            case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            case .whenUnlocked: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
            }
        }
    }

    /// Creates a store in the system's data protection keychain.
    ///
    /// Only a signed app may use it. `swift run`, and tests without a host app, get `denied`; give them an
    /// `EncryptedFileStore` or an `InMemoryStore`.
    ///
    /// - Parameters:
    ///   - account: Which of the app's sessions.
    ///   - service: The app; defaults to its bundle identifier.
    ///   - accessGroup: The keychain access group that the app shares with its extensions, if it does.
    ///   - accessibility: When the item can be read; defaults to the time after the first unlock.
    ///   - lockDirectory: A directory that the app shares with its extensions, created on first use, for the lock between
    ///     them; `nil` if no other process uses the item.
    public convenience init(
        account: String = "default",
        service: String? = Bundle.main.bundleIdentifier,
        accessGroup: String? = nil,
        accessibility: Accessibility = .afterFirstUnlock,
        lockDirectory: URL? = nil
    ) {
        self.init(
            SystemKeychain(
                account: account,
                service: service,
                accessGroup: accessGroup,
                accessibility: accessibility
            ),
            lockDirectory: lockDirectory
        )
    }
}

/// A generic-password item in the system's data protection keychain.
struct SystemKeychain: KeychainAccess {
    /// Begins every service name, so that no item of the app's own can clash.
    private static let servicePrefix = "dev.cardea.session."

    private let service: String
    private let account: String
    private let accessGroup: String?
    private let accessibility: KeychainStore.Accessibility

    /// Names an item; the parameters are those of `KeychainStore`.
    init(
        account: String,
        service: String?,
        accessGroup: String?,
        accessibility: KeychainStore.Accessibility
    ) {
        self.service = Self.servicePrefix + (service ?? ProcessInfo.processInfo.processName)
        self.account = account
        self.accessGroup = accessGroup
        self.accessibility = accessibility
    }

    /// The account.
    var name: String { account }

    /// Reads the item.
    func read() async throws(KeychainStatus) -> Data {
        var query = query(tagged: nil)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        try check(unsafe SecItemCopyMatching(query as CFDictionary, &result))
        guard let data = result as? Data else { throw .undecodable }
        return data
    }

    /// Makes the item.
    func add(_ data: Data, tag: Data) async throws(KeychainStatus) {
        var item = query(tagged: tag)
        item[kSecValueData] = data
        item[kSecAttrAccessible] = accessibility.attribute
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    /// Replaces the item's content.
    func update(tagged tag: Data?, to data: Data, tag newTag: Data) async throws(KeychainStatus) {
        let changes: [CFString: Any] = [
            kSecValueData: data,
            kSecAttrGeneric: newTag,
            kSecAttrAccessible: accessibility.attribute,
        ]
        try check(SecItemUpdate(query(tagged: tag) as CFDictionary, changes as CFDictionary))
    }

    /// Deletes the item.
    func delete(tagged tag: Data?) async throws(KeychainStatus) {
        try check(SecItemDelete(query(tagged: tag) as CFDictionary))
    }

    private func query(tagged tag: Data?) -> [CFString: Any] {
        var query: [CFString: Any] = [
            kSecClass: kSecClassGenericPassword,
            kSecAttrService: service,
            kSecAttrAccount: account,
            kSecAttrSynchronizable: false,
            kSecUseDataProtectionKeychain: true,
        ]
        query[kSecAttrGeneric] = tag
        query[kSecAttrAccessGroup] = accessGroup
        return query
    }

    private func check(_ status: OSStatus) throws(KeychainStatus) {
        guard status == errSecSuccess else { throw KeychainStatus(rawValue: status) }
    }
}
#endif
