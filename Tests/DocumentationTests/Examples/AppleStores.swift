import CardeaSession
import Foundation

#if canImport(Security)
/// The stores of an app on Apple systems.
private struct AppleStores {
    func keychain() -> any CredentialStore {
        // EXAMPLE Keychain
        let store = KeychainStore()
        // END
        return store
    }

    func shared() -> (any CredentialStore)? {
        // EXAMPLE SharedKeychain
        let group = "group.com.example.shop"
        let files = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        guard let files else { return nil }
        let store = KeychainStore(
            service: "com.example.shop",
            accessGroup: "ABCDE12345.com.example.shop",
            lockDirectory: files.appending(path: "session")
        )
        // END
        return store
    }

    #if canImport(LocalAuthentication) && !os(tvOS)
    func guarded() -> any CredentialStore {
        // EXAMPLE Guarded
        let store = KeychainStore().guarded(reason: "Opens your account")
        // END
        return store
    }
    #endif
}
#endif
