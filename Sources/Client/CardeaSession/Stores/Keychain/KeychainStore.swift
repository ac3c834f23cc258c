#if canImport(Security)
public import Foundation
import Security

/// A store in the keychain of Apple systems: on this device only, never in iCloud, readable after the first unlock.
///
/// Its item is updated in place, and only if no other process has updated it before.
public final class KeychainStore: CredentialStore {
    private let store: KeychainItemStore
    private let makeSibling: @Sendable (String) -> KeychainStore

    /// When an item can be read; never on another device, and never from a backup on one.
    public enum Accessibility: Sendable, Hashable, CaseIterable {
        /// From the first unlock after the device's start on: refreshes continue while it is locked.
        case afterFirstUnlock
        /// While the device is unlocked: what is refreshed while it is locked is stored at the next unlock.
        case whenUnlocked

        var attribute: CFString {
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
    public init(
        account: String = "default",
        service: String? = Bundle.main.bundleIdentifier,
        accessGroup: String? = nil,
        accessibility: Accessibility = .afterFirstUnlock,
        lockDirectory: URL? = nil
    ) {
        store = KeychainItemStore(
            SystemKeychain(
                account: account,
                service: service,
                accessGroup: accessGroup,
                accessibility: accessibility
            ),
            lockDirectory: lockDirectory
        )
        makeSibling = { name in
            KeychainStore(
                account: "\(account)+\(name)",
                service: service,
                accessGroup: accessGroup,
                accessibility: accessibility,
                lockDirectory: lockDirectory
            )
        }
    }

    /// Reads the item.
    public func load() async throws(StoreError) -> CredentialRecord? {
        try await store.load()
    }

    /// Updates the item, or creates it.
    public func save(
        _ record: CredentialRecord,
        replacing version: CredentialRecord.Version?
    ) async throws(StoreError) {
        try await store.save(record, replacing: version)
    }

    /// Deletes the item.
    public func delete(_ version: CredentialRecord.Version?) async throws(StoreError) {
        try await store.delete(version)
    }

    /// Lets one task of one process at a time through.
    public func exclusiveAccess() async throws(StoreError) -> ExclusiveAccess {
        try await store.exclusiveAccess()
    }

    /// An item of the same service and access group.
    public func sibling(named name: String) -> (any CredentialStore)? { makeSibling(name) }
}
#endif
