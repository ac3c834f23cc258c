import Foundation

/// Sends the access token as a member of the request's JSON object.
///
/// A request that has no JSON object fails before it is sent: `GET`, `HEAD`, another content type, an array, a content
/// from a file or a stream. Send such requests with `RequestOptions.unauthenticated`, or join a second authorizer by `and`.
package struct JSONFieldAuthorizer: RequestAuthorizer {
    private let name: String

    /// Creates an authorizer.
    ///
    /// - Parameter name: The member that carries the token; any that the object has under this name is replaced.
    package init(_ name: String) {
        self.name = name
    }

    /// Sets the member; a request with no content gets an object of this member alone.
    package func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        guard request.carriesJSON else { return }
        set(credential.accessToken.reveal(), in: &request)
        request.fields[.contentType] = request.fields[.contentType] ?? "application/json"
    }

    /// Wants a JSON object, or no content and a method that carries one.
    package func obstacle(in request: CardeaRequest, isStreamed: Bool) -> String? {
        let member = "the JSON member '\(name)'"
        guard request.carriesJSON, !isStreamed else {
            return request.obstacle(member, isStreamed: isStreamed)
        }
        guard let body = request.body, JSONObjectText.setting(name, to: nil, in: Array(body)) == nil else {
            return nil
        }
        return "the token cannot be \(member) of content that is no JSON object: "
            + "use another authorizer, or send the request with the option 'unauthenticated'"
    }

    /// Removes the member.
    package func strip(_ request: inout CardeaRequest) {
        guard request.body != nil, request.carriesJSON else { return }
        set(nil, in: &request)
    }

    private func set(_ value: String?, in request: inout CardeaRequest) {
        let object = request.body ?? Data("{}".utf8)
        if let edited = JSONObjectText.setting(name, to: value, in: Array(object)) {
            request.body = Data(edited)
        }
    }
}

extension CardeaRequest {
    fileprivate var carriesJSON: Bool {
        guard method != .get, method != .head else { return false }
        return fields[.contentType].map { MediaType($0).isJSON } ?? (body == nil)
    }
}
