import CardeaEncodings
package import Foundation
package import CardeaHTTPMessages

/// Refreshes credentials at an endpoint that takes and gives JSON.
///
/// By default it sends `{"refreshToken": …}` by `POST`, in camelCase. It reads `accessToken`, `refreshToken` and
/// `expiresIn` (in seconds) of the response, or the same in snake_case (`TokenFields.standard`). Only a rejection of
/// the back end's own signs the user out; a page of HTML, a server error or a lost response does not.
package struct JSONTokenRefresher: CredentialRefresher {
    private let endpoint: RefreshEndpoint
    private let refreshToken: [Substring]
    private let members: [String: String]
    private let authorizer: (any RequestAuthorizer)?

    /// Creates a refresher.
    ///
    /// - Parameters:
    ///   - endpoint: Where tokens are refreshed.
    ///   - transport: Sends the requests; not through an engine, whose requests wait for it.
    ///   - method: The method; `POST` by default.
    ///   - refreshToken: The member of the request that holds the refresh token; a path of names with dots leads into
    ///     objects: `session.token`.
    ///   - members: Further members of the request, such as an id of the device.
    ///   - authorizer: Adds the old access token to the request, if the back end needs it, such as `.bearer` or
    ///     `.jsonField("accessToken")`.
    ///   - fields: The names of the new tokens in the response.
    ///   - rejection: Sees that the refresh token is rejected permanently: what it takes for `expired` or `rejected`.
    ///     By status 401 by default, with anything but a page of HTML. A status from 400 to 499 with
    ///     `{"error": "invalid_grant"}` (RFC 6749 §5.2) is such a rejection in any case.
    package init(
        endpoint: URL,
        transport: any HTTPTransport,
        method: RequestMethod = .post,
        refreshToken: String = "refreshToken",
        members: [String: String] = [:],
        authorizer: (any RequestAuthorizer)? = nil,
        fields: TokenFields = .standard,
        rejection: ResponseRule = .ownUnauthorized
    ) {
        self.endpoint = RefreshEndpoint(
            url: endpoint,
            method: method,
            transport: transport,
            fields: fields,
            rejection: rejection
        )
        self.refreshToken = refreshToken.split(separator: ".")
        self.members = members
        self.authorizer = authorizer
    }

    /// Sends the refresh token.
    package func refresh(
        _ credential: SessionCredential,
        attempt: RefreshAttempt
    ) async throws(RefreshFailure) -> SessionCredential {
        guard let token = credential.refreshToken else {
            throw .rejected(.refreshRejected, detail: "no refresh token")
        }
        return try await endpoint.refresh(attempt) { request in
            request.body = body(token)
            request.fields[.contentType] = "application/json"
            authorizer?.authorize(&request, with: credential)
        }
    }

    private func body(_ token: SessionSecret) -> Data {
        var json = JSONText()
        json.object { json in
            json.member(refreshToken[...], token.reveal())
            for (name, value) in members.sorted(by: { $0.key.exact < $1.key.exact }) {
                json.member([Substring(name)], value)
            }
        }
        return Data(json.bytes)
    }
}

extension JSONText {
    /// Writes a member inside as many objects as its path has names.
    fileprivate mutating func member(_ path: ArraySlice<Substring>, _ value: String) {
        guard let name = path.first else { return }
        self.name(text: String(name))
        guard path.count > 1 else { return string(value) }
        object { $0.member(path.dropFirst(), value) }
    }
}
