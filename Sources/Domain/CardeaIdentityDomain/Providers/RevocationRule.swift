/// The way in which the provider revokes tokens.
package enum RevocationRule: Sendable, Equatable {
    case none
    /// RFC 7009, with the client's authentication in the form.
    case standard
    /// The same for access tokens alone, which a parameter of this name has: LINE.
    case accessTokens(parameter: String)
    /// A request of the provider's own, for access tokens alone.
    case request(RevocationRequest)
}

/// A request that ends a person's grant to the client.
package struct RevocationRequest: Sendable, Equatable {
    package enum Method: String, Sendable {
        case post = "POST"
        case delete = "DELETE"
    }

    /// Where the access token is.
    package enum TokenPlace: Sendable, Equatable {
        /// In the header field `Authorization` (RFC 6750 §2.1).
        case bearer
        /// In a form, as a parameter of this name.
        case form(String)
        /// In a JSON object, as a member of this name.
        case json(String)
    }

    /// Where the client's ID and secret are.
    package enum ClientPlace: Sendable, Equatable {
        case absent
        /// In HTTP Basic.
        case basic
        /// In the form.
        case form
    }

    package let method: Method
    /// The endpoint; `{client}` is replaced.
    package let url: String
    package let token: TokenPlace
    package let client: ClientPlace
    /// Fixed parameters of the form.
    package let parameters: [String: String]

    package init(
        _ method: Method,
        _ url: String,
        token: TokenPlace,
        client: ClientPlace = .absent,
        parameters: [String: String] = [:]
    ) {
        self.method = method
        self.url = url
        self.token = token
        self.client = client
        self.parameters = parameters
    }
}
