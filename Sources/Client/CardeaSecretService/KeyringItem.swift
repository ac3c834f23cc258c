/// Which secret of the keyring.
struct KeyringItem: Sendable, Hashable {
    /// The kinds of secrets of an app.
    enum Kind: String {
        /// A session's record.
        case session = "dev.cardea.session"
        /// The key of an encrypted store.
        case storeKey = "dev.cardea.store-key"
    }

    let kind: Kind
    let application: String
    let account: String

    /// The attributes that identify the item; they are not secret.
    var attributes: [String: String] {
        ["xdg:schema": kind.rawValue, "application": application, "account": account]
    }

    /// The item's name in the keyring's own window.
    var label: String {
        switch kind {
        case .session: "\(application): sign-in (\(account))"
        case .storeKey: "\(application): key of the stored sign-ins (\(account))"
        }
    }

    var contentType: String {
        switch kind {
        case .session: "application/json"
        case .storeKey: "application/octet-stream"
        }
    }
}
