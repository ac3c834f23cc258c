package import CardeaSession
package import Foundation
import CardeaHTTPMessages

/// An app on somebody's device, against a real server: what the tests and the probe's processes have in common.
package struct DeviceUnderTest: Sendable {
    private let server: URL
    /// `nil` at a back end that exchanges tokens old for new.
    private let apiKey: String?

    /// Creates a device.
    ///
    /// - Parameters:
    ///   - server: The server that its apps talk to.
    ///   - apiKey: That of `cardea serve`; `nil` for a back end that exchanges tokens old for new (`schemes.py`).
    package init(server: URL, apiKey: String?) {
        self.server = server
        self.apiKey = apiKey
    }

    /// The encrypted file in a directory, which all processes of the device share.
    package static func store(in directory: URL) -> EncryptedFileStore {
        EncryptedFileStore(directory: directory)
    }

    /// A session that refreshes and sends its token as the server wants it.
    ///
    /// Nothing of a test takes long, so waits between tries are short.
    package func engine(
        on store: any CredentialStore,
        over transport: any HTTPTransport,
        refresher: (any CredentialRefresher)? = nil
    ) -> SessionEngine {
        SessionEngine(
            configuration: SessionConfiguration(
                origins: WebOrigin(server).map { [$0] } ?? [],
                refreshDeadline: .seconds(20),
                refreshRetries: RetrySchedule(limit: 3, delay: .milliseconds(5)),
                requestRetries: .none,
                replayLimit: 2
            ),
            refresher: refresher ?? self.refresher(over: transport),
            store: store,
            transport: transport,
            authorizer: authorizer,
            classifier: classifier
        )
    }

    package var authorizer: any RequestAuthorizer { apiKey == nil ? .bearer : BodyMemberAuthorizer() }

    package var classifier: ResponseRule {
        guard apiKey != nil else { return .standard }
        return ResponseRule { response, _ in
            let isExpired = String(decoding: response.body, as: UTF8.self).contains("TOKEN_EXPIRED")
            return response.status == 400 && isExpired ? .expired : .accepted
        }
    }

    package func refresher(over transport: any HTTPTransport) -> any CredentialRefresher {
        guard let apiKey else {
            return OldForNewRefresher(
                endpoint: server.appending(path: "exchange"),
                transport: transport,
                fields: TokenFields(accessToken: "token", lifetime: "ttl")
            )
        }
        return OAuthTokenRefresher(
            endpoint: server.appending(path: "v1/token").appending(queryItems: [
                URLQueryItem(name: "key", value: apiKey)
            ]),
            transport: transport,
            rejection: Self.finalErrors
        )
    }

    /// The errors of Secure Token after which a session cannot be refreshed.
    private static let finalErrors = ResponseRule { response, _ in
        let body = String(decoding: response.body, as: UTF8.self)
        let isFinal = ["TOKEN_EXPIRED", "INVALID_REFRESH_TOKEN", "USER_NOT_FOUND", "USER_DISABLED"]
            .contains(where: body.contains)
        return response.status == 400 && isFinal ? .rejected(.refreshRejected) : .accepted
    }

    /// Asks for what the server tells only to a living token.
    package var whoAmI: CardeaRequest {
        apiKey == nil ? CardeaRequest(.get, server.appending(path: "things")) : request("accounts:lookup")
    }

    /// Signs a new anonymous user up, past the engine.
    ///
    /// - Parameters:
    ///   - transport: Sends the request.
    ///   - lifetime: The lifetime of the access token, as the device knows it.
    /// - Returns: The new user's tokens.
    /// - Throws: The failure of the network or of the response.
    package func signUp(
        over transport: any HTTPTransport,
        lifetime: Duration = .seconds(3600)
    ) async throws -> SessionCredential {
        struct Message: Decodable {
            let localId: String
            let idToken: String
            let refreshToken: String
        }
        let response = try await transport.send(request("accounts:signUp"))
        let message = try JSONDecoder().decode(Message.self, from: response.body)
        return SessionCredential(
            accessToken: SessionSecret(message.idToken),
            refreshToken: SessionSecret(message.refreshToken),
            lifetime: lifetime,
            profile: UserProfile(userID: message.localId, isAnonymous: true)
        )
    }

    private func request(_ operation: String) -> CardeaRequest {
        let url = server.appending(path: "v1/\(operation)").appending(queryItems: [
            URLQueryItem(name: "key", value: apiKey)
        ])
        return CardeaRequest(
            .post,
            url,
            fields: [.contentType: "application/json"],
            body: Data("{}".utf8)
        )
    }
}

/// Sends the access token as the member `idToken` of a JSON body, as Identity Toolkit's operations want it.
private struct BodyMemberAuthorizer: RequestAuthorizer {
    func authorize(_ request: inout CardeaRequest, with credential: SessionCredential) {
        request.body = Data(#"{"idToken":"\#(credential.accessToken.reveal())"}"#.utf8)
    }
}
