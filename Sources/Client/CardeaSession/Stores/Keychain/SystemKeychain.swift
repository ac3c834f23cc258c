#if canImport(Security)
import Foundation
import Security

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

    /// Creates the item.
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
