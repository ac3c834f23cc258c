internal import CardeaIdentityWire
internal import CardeaSecrets
internal import CardeaSession
internal import Foundation

/// The content of a sign-in by a provider: a credential, or the callback of the provider's page.
enum ProviderProof: Sendable {
    case credential(ProviderCredential)
    case callback(URL, session: SessionSecret, providerID: String)

    var providerID: String {
        switch self {
        case .credential(let credential): credential.providerID
        case .callback(_, _, let id): id
        }
    }

    /// The credential that a conflict hands back; a callback is good for one use.
    var credential: ProviderCredential? {
        guard case .credential(let credential) = self else { return nil }
        return credential
    }

    var request: SignInWithIdpRequest {
        var request = SignInWithIdpRequest()
        request.returnSecureToken = true
        // Conflicts have a credential to go on with.
        request.returnIdpCredential = true
        switch self {
        case .credential(let credential):
            // The protocol wants an address; it means nothing for a credential.
            request.requestUri = "http://localhost"
            request.postBody = credential.proof.form(of: credential.providerID)
            request.pendingToken = credential.proof.pendingToken
        case .callback(let url, let session, _):
            request.requestUri = Secret(url.absoluteString)
            request.sessionId = Secret(session.reveal())
        }
        return request
    }
}

/// The page of a provider that the server has made for one sign-in.
private struct ProviderPage: BrowserRequest {
    let url: URL
    let redirect: URL
    let state: SessionSecret
    let session: SessionSecret

    init?(_ response: CreateAuthUriResponse, redirect: URL) {
        guard let url = response.authUri.flatMap({ URL(string: $0) }), let session = response.sessionId,
            let state = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems?
                .first(where: { $0.name == "state" })?.value, !state.isEmpty
        else { return nil }
        self.url = url
        self.redirect = redirect
        self.state = SessionSecret(state)
        self.session = SessionSecret(session.reveal())
    }
}

extension IdentityToolkitClient {
    /// Shows the page of a provider to the user.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - agent: Shows the page.
    /// - Returns: The callback of the page.
    /// - Throws: `cancelled`, `browserFailed`, failures of the server.
    func visit(
        _ provider: IdentityProvider,
        through agent: ExternalUserAgent
    ) async throws(CardeaError) -> ProviderProof {
        let receiver = try await browserCall { () async throws(SignInError) in
            try await agent.agent.receiver()
        }
        let response: CreateAuthUriResponse
        do {
            response = try await createAuthURI(provider, continueURL: receiver.redirect)
        } catch {
            throw CardeaError(error)
        }
        guard let page = ProviderPage(response, redirect: receiver.redirect) else {
            throw CardeaError(.serverError, detail: "the response names no page of the provider")
        }
        let callback = try await browserCall { () async throws(SignInError) in
            let callback = try await receiver.callback(to: page)
            _ = try page.successfulItems(of: callback)
            return callback
        }
        return .callback(callback, session: page.session, providerID: provider.id)
    }

    /// Works with the browser, and says its failure in the SDK's words.
    private func browserCall<Result>(
        _ call: () async throws(SignInError) -> Result
    ) async throws(CardeaError) -> Result {
        do {
            return try await call()
        } catch {
            throw CardeaError(error)
        }
    }
}

extension CardeaError {
    /// The failure of a sign-in in the browser, in the SDK's words.
    fileprivate init(_ error: SignInError) {
        switch error.code {
        case .cancelled, .denied, .timedOut: self.init(.cancelled, detail: error.code.rawValue)
        default: self.init(.browserFailed, detail: error.description)
        }
    }
}
