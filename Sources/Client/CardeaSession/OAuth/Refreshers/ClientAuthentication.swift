import CardeaEncodings
import Foundation

/// The way in which a client authenticates itself at an OAuth 2.0 endpoint (RFC 6749 §2.3).
public struct ClientAuthentication: Sendable, Hashable {
    private enum Method: Sendable, Hashable {
        case none(clientID: String?)
        case secretBasic(clientID: String, secret: SessionSecret)
        case secretPost(clientID: String, secret: SessionSecret)
    }

    private let method: Method

    /// `none`: a public client, such as an app, that only names itself (RFC 6749 §3.2.1).
    ///
    /// - Parameter clientID: Sent as `client_id`; `nil` for a server that wants no name.
    /// - Returns: The way of a public client.
    public static func none(clientID: String? = nil) -> Self {
        Self(method: .none(clientID: clientID))
    }

    /// `client_secret_basic`: id and secret in the `Authorization` field, each form-encoded first.
    public static func secretBasic(clientID: String, secret: SessionSecret) -> Self {
        Self(method: .secretBasic(clientID: clientID, secret: secret))
    }

    /// `client_secret_post`: id and secret in the form, for servers that take nothing else.
    public static func secretPost(clientID: String, secret: SessionSecret) -> Self {
        Self(method: .secretPost(clientID: clientID, secret: secret))
    }
}

extension ClientAuthentication {
    /// The client's name, where it has one.
    var clientID: String? {
        switch method {
        case .none(let clientID): clientID
        case .secretBasic(let clientID, _), .secretPost(let clientID, _): clientID
        }
    }

    /// The fields of the form.
    var form: [(name: String, value: String)] {
        switch method {
        case .none(let clientID): clientID.map { [("client_id", $0)] } ?? []
        case .secretBasic: []
        case .secretPost(let clientID, let secret):
            [("client_id", clientID), ("client_secret", secret.reveal())]
        }
    }

    /// The value of the `Authorization` field.
    var authorization: String? {
        guard case .secretBasic(let clientID, let secret) = method else { return nil }
        let pair = "\(PercentEncoding.encode(clientID)):\(PercentEncoding.encode(secret.reveal()))"
        return "Basic " + Data(pair.utf8).base64EncodedString()
    }
}
