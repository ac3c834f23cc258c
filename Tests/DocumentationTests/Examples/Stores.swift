import CardeaSecretService
import CardeaSession
import Foundation

// What the pages show of places where the credential is kept.
private struct App {
    let directory: URL

    func file() throws -> any CredentialStore {
        // EXAMPLE File
        let folder = try FileManager.default.url(
            for: .applicationSupportDirectory,
            in: .userDomainMask,
            appropriateFor: nil,
            create: true
        )
        let store = EncryptedFileStore(directory: folder.appending(path: "com.example.shop/session"))
        // END
        return store
    }

    func keyring() -> any CredentialStore {
        // EXAMPLE Keyring
        let store = EncryptedFileStore(
            directory: directory,
            key: .secretService(application: "com.example.shop", orFileIn: directory)
        )
        // END
        return store
    }

    func keyringAlone() -> any CredentialStore {
        // EXAMPLE KeyringAlone
        let store = SecretServiceStore(application: "com.example.shop", lockDirectory: directory)
        // END
        return store
    }

    func migrating() -> any CredentialStore {
        // EXAMPLE Migrating
        let store = MigratingStore(
            from: EncryptedFileStore(directory: directory),
            to: SecretServiceStore(application: "com.example.shop", lockDirectory: directory)
        )
        // END
        return store
    }
}

#if canImport(Security)
// Not compiled by this project's CI, like all that is for Apple systems alone.
private struct AppleApp {
    func keychain() -> any CredentialStore {
        // EXAMPLE Keychain
        let store = KeychainStore(SystemKeychain())
        // END
        return store
    }

    func shared() -> (any CredentialStore)? {
        // EXAMPLE SharedKeychain
        let group = "group.com.example.shop"
        let files = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group)
        guard let files else { return nil }
        let store = KeychainStore(
            SystemKeychain(service: "com.example.shop", accessGroup: "ABCDE12345.com.example.shop"),
            lockDirectory: files.appending(path: "session")
        )
        // END
        return store
    }

    #if canImport(LocalAuthentication) && !os(tvOS)
    func guarded() -> any CredentialStore {
        // EXAMPLE Guarded
        let store = GuardedStore(
            KeychainStore(SystemKeychain()),
            by: DeviceOwnerPresence(reason: "Opens your account")
        )
        // END
        return store
    }
    #endif
}
#endif
