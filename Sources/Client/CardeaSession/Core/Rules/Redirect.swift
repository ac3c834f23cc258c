import Foundation

/// Where a response sends its request next (RFC 9110 §15.4).
enum Redirect {
    /// The request that follows a redirect.
    ///
    /// - Parameters:
    ///   - response: The response.
    ///   - request: The request as the app wrote it, without the credential.
    /// - Returns: `nil` when the response is not a redirect that a client follows by itself.
    /// - Throws: `SessionError` when it leads to where requests are not sent.
    static func next(
        after response: CardeaResponse,
        to request: CardeaRequest
    ) throws(SessionError) -> CardeaRequest? {
        guard [301, 302, 303, 307, 308].contains(response.status), let location = response.fields[.location]
        else {
            return nil
        }
        guard let url = URL(string: location, relativeTo: request.url)?.absoluteURL,
            let target = WebOrigin(url)
        else {
            throw SessionError(.badRedirect, detail: "the target is not an http address")
        }
        let source = WebOrigin(request.url)
        if source?.isSecure == true, !target.isSecure {
            throw SessionError(.badRedirect, detail: "the target gives up TLS")
        }
        var next = request
        next.url = url
        if changesToGet(response.status, request.method) {
            next.method = .get
            next.body = nil
            for field: HeaderFields.Name in [
                .contentType, .contentLength, "content-encoding", "transfer-encoding",
            ] {
                next.fields[field] = nil
            }
        }
        if target != source {
            for field: HeaderFields.Name in [.authorization, "cookie", "proxy-authorization", .origin] {
                next.fields[field] = nil
            }
        }
        return next
    }

    private static func changesToGet(_ status: Int, _ method: RequestMethod) -> Bool {
        switch status {
        case 303: method != .head && method != .get
        case 301, 302: method == .post
        default: false
        }
    }
}
