public import CardeaHTTPMessages

/// Where a request carries the access token; several places are combined by `and`.
public struct TokenPlacement: RequestAuthorizer {
    private let authorizer: any RequestAuthorizer

    init(_ authorizer: some RequestAuthorizer) {
        self.authorizer = authorizer
    }

    /// Puts the token into the request.
    public func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        authorizer.authorize(&request, with: credential)
    }

    /// The reason why the request has no such place; `nil` if it has one.
    public func obstacle(in request: CardeaRequest, isStreamed: Bool) -> String? {
        authorizer.obstacle(in: request, isStreamed: isStreamed)
    }

    /// Takes the token out.
    public func strip(_ request: inout CardeaRequest) {
        authorizer.strip(&request)
    }

    /// Whether the request has to be sent once more, authorized anew.
    public func wantsRepeat(of request: CardeaRequest, after response: CardeaResponse) -> Bool {
        authorizer.wantsRepeat(of: request, after: response)
    }
}

extension RequestAuthorizer {
    /// This authorizer, and then `other`, on every request.
    public func and(_ other: any RequestAuthorizer) -> TokenPlacement {
        TokenPlacement(ComposedAuthorizer([self, other]))
    }
}

extension RequestAuthorizer where Self == TokenPlacement {
    /// `Authorization: Bearer …` (RFC 6750 §2.1).
    public static var bearer: Self { .header(.authorization, scheme: "Bearer") }

    /// `Authorization: …` with nothing but the token.
    public static var bareToken: Self { .header(.authorization) }

    /// A header field.
    ///
    /// - Parameters:
    ///   - field: The field that carries the token.
    ///   - scheme: The word before the token, such as `Bearer`; `nil` for the token alone.
    /// - Returns: The place.
    public static func header(_ field: HeaderFields.Name, scheme: String? = nil) -> Self {
        Self(HeaderAuthorizer(field: field, scheme: scheme))
    }

    /// An item of the query (RFC 6750 §2.3).
    ///
    /// Addresses end up in logs: for back ends that know no better place.
    public static func query(_ name: String) -> Self { Self(QueryAuthorizer(name)) }

    /// A field of the form in the body.
    public static func form(_ name: String) -> Self { Self(FormAuthorizer(name)) }

    /// A member of the JSON object in the body.
    public static func jsonField(_ name: String) -> Self { Self(JSONFieldAuthorizer(name)) }
}
