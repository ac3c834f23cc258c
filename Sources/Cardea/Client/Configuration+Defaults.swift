public import CardeaSession
internal import Foundation
public import HTTPTransport

extension CardeaClient.Configuration {
    /// A new transport of the kind that suits the system: libcurl on Linux, URLSession on Apple systems.
    public static func systemTransport() -> any HTTPTransport {
        SystemTransport.make()
    }

    /// A store of the kind that suits the system: an encrypted file in the user's data directory on Linux, the keychain
    /// on Apple systems.
    ///
    /// - Parameters:
    ///   - app: Whose store it is, such as the app's bundle identifier.
    ///   - name: Which of the app's stores it is; clients of different projects or tenants need different ones.
    /// - Returns: The store; nothing is read or written yet.
    public static func systemStore(app: String, name: String) -> any CredentialStore {
        #if os(Linux)
        EncryptedFileStore(
            directory: dataDirectory.appending(path: app).appending(path: "cardea"),
            name: name
        )
        #else
        KeychainStore(SystemKeychain(account: name, service: app))
        #endif
    }

    /// The store of a client that was told of none.
    static func systemStore(apiKey: String, tenant: String?) -> any CredentialStore {
        let app = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        return systemStore(app: app, name: [apiKey, tenant].compactMap(\.self).joined(separator: "."))
    }

    /// Where apps keep what belongs to the user (XDG Base Directory Specification).
    private static var dataDirectory: URL {
        let named = ProcessInfo.processInfo.environment["XDG_DATA_HOME"].flatMap { path in
            path.hasPrefix("/") ? URL(filePath: path, directoryHint: .isDirectory) : nil
        }
        return named ?? URL.homeDirectory.appending(path: ".local/share")
    }
}
