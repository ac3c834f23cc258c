import CardeaSecretService
import CardeaSession
import Foundation

// The examples of stores on the pages.
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
            preferring: .secretService(application: "com.example.shop")
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
        let store = SecretServiceStore(application: "com.example.shop", lockDirectory: directory)
            .migrating(from: EncryptedFileStore(directory: directory))
        // END
        return store
    }
}
