#if canImport(Security)
public import Foundation
import Security

/// A generic-password item in the system's keychain.
///
/// It is in the data protection keychain, which only a signed app may use. `swift run`, and tests without a host app, get
/// `KeychainStatus.missingEntitlement`; give them an `EncryptedFileStore` or an `InMemoryStore`.
public struct SystemKeychain: KeychainAccess {
    /// Begins every service name, so that no item of the app's own can clash.
    private static let servicePrefix = "dev.cardea.session."

    private let service: String
    private let account: String
    private let accessGroup: String?
    private let accessibility: Accessibility

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

    /// Names an item.
    ///
    /// - Parameters:
    ///   - account: Which of the app's sessions.
    ///   - service: The app; defaults to its bundle identifier.
    ///   - accessGroup: The keychain access group that the app shares with its extensions, if it does.
    ///   - accessibility: When the item can be read; defaults to from the first unlock on,.
    public init(
        account: String = "default",
        service: String? = Bundle.main.bundleIdentifier,
        accessGroup: String? = nil,
        accessibility: Accessibility = .afterFirstUnlock
    ) {
        self.service = Self.servicePrefix + (service ?? ProcessInfo.processInfo.processName)
        self.account = account
        self.accessGroup = accessGroup
        self.accessibility = accessibility
    }

    /// The account.
    public var name: String { account }

    /// Reads the item.
    public func read() async throws(KeychainStatus) -> Data {
        var query = query(tagged: nil)
        query[kSecReturnData] = true
        query[kSecMatchLimit] = kSecMatchLimitOne
        var result: CFTypeRef?
        try check(unsafe SecItemCopyMatching(query as CFDictionary, &result))
        guard let data = result as? Data else { throw .undecodable }
        return data
    }

    /// Makes the item.
    public func add(_ data: Data, tag: Data) async throws(KeychainStatus) {
        var item = query(tagged: tag)
        item[kSecValueData] = data
        item[kSecAttrAccessible] = accessibility.attribute
        try check(SecItemAdd(item as CFDictionary, nil))
    }

    /// Replaces the item's content.
    public func update(tagged tag: Data?, to data: Data, tag newTag: Data) async throws(KeychainStatus) {
        let changes: [CFString: Any] = [
            kSecValueData: data,
            kSecAttrGeneric: newTag,
            kSecAttrAccessible: accessibility.attribute,
        ]
        try check(SecItemUpdate(query(tagged: tag) as CFDictionary, changes as CFDictionary))
    }

    /// Deletes the item.
    public func delete(tagged tag: Data?) async throws(KeychainStatus) {
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
