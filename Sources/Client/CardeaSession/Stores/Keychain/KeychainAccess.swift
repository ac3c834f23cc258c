package import Foundation

/// One generic-password item of a keychain; a protocol, so that tests on Linux can replace the Security framework.
package protocol KeychainAccess: Sendable {
    /// Which of the app's items it is; names the lock between processes. `default` by default.
    var name: String { get }
    /// Reads the item's content.
    func read() async throws(KeychainStatus) -> Data
    /// Creates the item, with a tag (`kSecAttrGeneric`) that `update` and `delete` compare.
    func add(_ data: Data, tag: Data) async throws(KeychainStatus)
    /// Replaces the item's content in place, if it still has a tag; whatever tag it has when that is `nil`.
    func update(tagged tag: Data?, to data: Data, tag newTag: Data) async throws(KeychainStatus)
    /// Deletes the item, if it still has a tag; whatever tag it has when that is `nil`.
    func delete(tagged tag: Data?) async throws(KeychainStatus)
}

extension KeychainAccess {
    /// For an app with one item.
    package var name: String { "default" }

    /// Reads the item's content.
    ///
    /// - Parameter isAvailable: Whether protected data can be read now.
    /// - Returns: `nil` when there is no item, and only then.
    /// - Throws: `StoreError`, with the code `locked` if the keychain cannot tell whether there is one.
    func content(_ isAvailable: () async -> Bool) async throws(StoreError) -> Data? {
        // Asked before: an unlocking in between must not turn the response from before it into an absence.
        let wasAvailable = await isAvailable()
        do {
            return try await read()
        } catch {
            guard error == .itemNotFound else { throw StoreError(error) }
            guard wasAvailable else { throw .unavailable }
            return nil
        }
    }
}

/// A result code of the Security framework (`OSStatus`).
package struct KeychainStatus: Error, RawRepresentable, Sendable, Hashable {
    /// The code.
    package let rawValue: Int32
    /// Wraps a code.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code `errSecItemNotFound`.
    package static let itemNotFound = Self(rawValue: -25300)
    /// The code `errSecDuplicateItem`.
    package static let duplicateItem = Self(rawValue: -25299)
    /// `errSecInteractionNotAllowed`: the device has not been unlocked since it started.
    package static let interactionNotAllowed = Self(rawValue: -25308)
    /// `errSecNotAvailable`: no keychain is available now.
    package static let notAvailable = Self(rawValue: -25291)
    /// The code `errSecAuthFailed`.
    package static let authenticationFailed = Self(rawValue: -25293)
    /// The code `errSecUserCanceled`.
    package static let userCancelled = Self(rawValue: -128)
    /// The code `errSecMissingEntitlement`: the program is not signed, or not with the access group's entitlement.
    package static let missingEntitlement = Self(rawValue: -34018)
    /// The code `errSecDecode`.
    package static let undecodable = Self(rawValue: -26275)

    /// The remedy, for developers.
    var advice: String? {
        guard self == .missingEntitlement else { return nil }
        return """
            this program may not use the keychain. Sign it with a development team, and run tests inside an app \
            (test host); a program without a signature needs another store, such as EncryptedFileStore
            """
    }
}

extension StoreError {
    /// "Not found" from a keychain that cannot be looked into now.
    static var unavailable: Self { Self(.locked, "protected data is not available") }

    /// The error for a keychain's failure.
    init(_ status: KeychainStatus) {
        let code: Code =
            switch status {
            case .itemNotFound, .duplicateItem: .conflict
            case .interactionNotAllowed, .notAvailable: .locked
            case .authenticationFailed, .userCancelled, .missingEntitlement: .denied
            case .undecodable: .damaged
            default: .failed
            }
        self.init(
            code,
            ["keychain status \(status.rawValue)", status.advice].compactMap(\.self).joined(separator: ": ")
        )
    }
}
