import Foundation

/// Sends the access token as a field of the request's form (RFC 6750 §2.2).
///
/// A request that has no form fails before it is sent: `GET`, `HEAD`, another content type, a content from a file or a
/// stream. Send such requests with `RequestOptions.unauthenticated`, or join a second authorizer by `and`.
package struct FormAuthorizer: RequestAuthorizer {
    private static let contentType = "application/x-www-form-urlencoded"
    private let name: String

    /// Creates an authorizer.
    ///
    /// - Parameter name: The field that carries the token; any that the form has under this name is replaced.
    package init(_ name: String) {
        self.name = name
    }

    /// Sets the field; a request with no content gets a form of this field alone.
    package func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        guard request.carries(Self.contentType) else { return }
        set(credential.accessToken.reveal(), in: &request)
        request.fields[.contentType] = request.fields[.contentType] ?? Self.contentType
    }

    /// Wants a form, or no content and a method that carries one.
    package func obstacle(in request: CardeaRequest, isStreamed: Bool) -> String? {
        request.carries(Self.contentType) && !isStreamed
            ? nil : request.obstacle("the form field '\(name)'", isStreamed: isStreamed)
    }

    /// Removes the field.
    package func strip(_ request: inout CardeaRequest) {
        guard request.body != nil, request.carries(Self.contentType) else { return }
        set(nil, in: &request)
    }

    private func set(_ value: String?, in request: inout CardeaRequest) {
        request.body = Data(PairText.setting(name, to: value, in: Array(request.body ?? Data())))
    }
}

extension CardeaRequest {
    /// The reason why a part of the content cannot be written, and the remedy.
    func obstacle(_ part: String, isStreamed: Bool) -> String {
        let content =
            if isStreamed {
                "content from a file or a stream"
            } else if method == .get || method == .head {
                "a \(method.rawValue) request"
            } else {
                "content of the type '\(fields[.contentType] ?? "unknown")'"
            }
        return "the token cannot be \(part) of \(content): "
            + "use another authorizer, or send the request with the option 'unauthenticated'"
    }

    /// Whether the body has a type, or may get it: the request has no body yet, and its method allows one.
    func carries(_ type: String) -> Bool {
        guard method != .get, method != .head else { return false }
        guard let written = fields[.contentType] else { return body == nil }
        return MediaType(written) == MediaType(type)
    }
}
