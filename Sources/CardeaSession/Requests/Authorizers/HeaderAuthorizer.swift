/// Sends the access token in a header field.
public struct HeaderAuthorizer: RequestAuthorizer {
    private let field: HeaderFields.Name
    private let scheme: String

    /// Creates an authorizer.
    ///
    /// - Parameters:
    ///   - field: The field that carries the token.
    ///   - scheme: What stands before the token, such as `Bearer`; `nil` for the bare token.
    public init(field: HeaderFields.Name = .authorization, scheme: String? = nil) {
        self.field = field
        self.scheme = scheme.map { $0 + " " } ?? ""
    }

    /// Sets the field.
    public func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        request.fields[field] = scheme + credential.accessToken.reveal()
    }

    /// Removes the field.
    public func strip(_ request: inout CardeaRequest) {
        request.fields[field] = nil
    }
}

extension RequestAuthorizer where Self == HeaderAuthorizer {
    /// `Authorization: Bearer …` (RFC 6750 §2.1).
    public static var bearer: Self { Self(scheme: "Bearer") }
    /// `Authorization: …` with nothing but the token.
    public static var bareToken: Self { Self() }
    /// Another field with nothing but the token.
    public static func header(_ field: HeaderFields.Name) -> Self { Self(field: field) }
}
