/// Sends the access token in a header field.
package struct HeaderAuthorizer: RequestAuthorizer {
    private let field: HeaderFields.Name
    private let scheme: String

    /// Creates an authorizer.
    ///
    /// - Parameters:
    ///   - field: The field that carries the token.
    ///   - scheme: The word before the token, such as `Bearer`; `nil` for the token alone.
    package init(field: HeaderFields.Name = .authorization, scheme: String? = nil) {
        self.field = field
        self.scheme = scheme.map { $0 + " " } ?? ""
    }

    /// Sets the field.
    package func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        request.fields[field] = scheme + credential.accessToken.reveal()
    }

    /// Removes the field.
    package func strip(_ request: inout CardeaRequest) {
        request.fields[field] = nil
    }
}
