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
    ///   - name: Which of the app's stores it is; clients of different projects or tenants need different ones.
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

    /// The default store of a client.
    static func systemStore(apiKey: String, tenant: String?) -> any CredentialStore {
        let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return systemStore(app: app, name: [apiKey, tenant].compactMap(\.self).joined(separator: "."))
    }
}
