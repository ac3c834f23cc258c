public import CardeaSession
internal import Foundation
public import CardeaHTTPTransport

extension CardeaClient.Configuration {
    /// A new transport of the kind that suits the system: libcurl on Linux, URLSession on Apple systems.
    public static func systemTransport() -> any HTTPTransport {
        SystemTransport()
    }

    /// A store of the kind that suits the system: an encrypted file in the user's data directory on Linux, the keychain
    /// on Apple systems.
    ///
    /// The data directory is `$XDG_DATA_HOME`, by default `$HOME/.local/share`.
    ///
    /// - Parameters:
    ///   - app: The name of the app, such as the app's bundle identifier.
    ///   - name: Which of the app's stores it is; clients of different servers, projects or tenants need different ones.
    /// - Returns: The store; nothing is read or written yet.
    public static func systemStore(app: String, name: String) -> any CredentialStore {
        #if os(Linux)
        let data = DataDirectory(environment: ProcessInfo.processInfo.environment, home: .homeDirectory)
        let directory = data.part("\(app)/cardea") { FileManager.default.fileExists(atPath: $0.path) }
        return EncryptedFileStore(directory: directory, name: name)
        #else
        return KeychainStore(account: name, service: app)
        #endif
    }

    /// The default store of a client: one for each server, project and tenant of the configuration.
    ///
    /// Earlier versions named it without the server. A record that they stored is found and moved once.
    static func systemStore(
        server: ServerAddress,
        apiKey: String,
        tenant: String?,
        named store: (String) -> any CredentialStore = ofProgram
    ) -> any CredentialStore {
        let formerName = [apiKey, tenant].compactMap(\.self).joined(separator: ".")
        let (former, store) = (store(formerName), store("\(formerName)@\(server.storeName)"))
        if let former = former as? EncryptedFileStore, !former.hasRecord { return store }
        return store.migrating(from: FormerDefaultStore(store: former, server: server))
    }

    /// The store of this program with a name.
    private static func ofProgram(_ name: String) -> any CredentialStore {
        let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return systemStore(app: app, name: name)
    }
}
