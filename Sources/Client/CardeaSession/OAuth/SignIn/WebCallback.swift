import Foundation

/// Where the system's sign-in sheet looks for the callback of a redirect address.
enum WebCallback: Sendable, Hashable {
    /// In a scheme of the app's own (RFC 8252 §7.1).
    case customScheme(String)
    /// At a web address that belongs to the app (RFC 8252 §7.2).
    case https(host: String, path: String)

    /// Reads a redirect address; `nil` for one that a sheet cannot come back from.
    init?(_ redirect: URL) {
        switch redirect.scheme?.lowercased() {
        case nil, "http": return nil
        case "https":
            guard let host = redirect.host(), !host.isEmpty else { return nil }
            self = .https(host: host, path: redirect.path().isEmpty ? "/" : redirect.path())
        case let scheme?: self = .customScheme(scheme)
        }
    }
}
