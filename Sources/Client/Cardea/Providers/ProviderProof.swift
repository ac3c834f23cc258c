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

    /// The credential that a conflict returns; a callback can be used once.
    var credential: ProviderCredential? {
        guard case .credential(let credential) = self else { return nil }
        return credential
    }

    var request: SignInWithIdpRequest {
        var request = SignInWithIdpRequest()
        request.returnSecureToken = true
        // Conflicts have a credential to continue with.
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

extension PendingSignIn {
    /// The proof that the callback of the page is.
    func proof(_ callback: URL) -> ProviderProof {
        .callback(callback, session: page.session, providerID: providerID)
    }
}

extension PendingSignIns {
    /// Shows the page of a provider to the user; while it is open, the sign-in is kept in case the app ends.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - server: The server, in the pool of the sign-in.
    ///   - agent: Shows the page.
    ///   - purpose: The use of the callback.
    ///   - place: The place of a sign-in in the order.
    /// - Returns: The callback of the page.
    /// - Throws: `cancelled`, `browserFailed`, failures of the server.
    func visit(
        _ provider: IdentityProvider,
        of server: IdentityToolkitClient,
        through agent: ExternalUserAgent,
        for purpose: PendingSignIn.Purpose,
        in place: SignInOrder.Place? = nil
    ) async throws(CardeaError) -> ProviderProof {
        let receiver = try await browserCall { () async throws(SignInError) in
            try await agent.agent.receiver()
        }
        let response: CreateAuthUriResponse
        do {
            response = try await server.createAuthURI(provider, continueURL: receiver.redirect)
        } catch {
            throw CardeaError(error)
        }
        guard let url = response.authUri, let session = response.sessionId,
            let page = ProviderPage(
                url: url,
                redirect: receiver.redirect,
                session: SessionSecret(session.reveal())
            )
        else { throw CardeaError(.serverError, detail: "the response names no page of the provider") }
        let signIn = PendingSignIn(
            purpose: purpose,
            providerID: provider.id,
            tenant: server.tenant,
            page: page,
            place: await place?.number
        )
        let kept = await keep(signIn)
        let result: Result<URL, CardeaError>
        do throws(CardeaError) {
            result = .success(
                try await browserCall { () async throws(SignInError) in
                    let callback = try await receiver.callback(to: page)
                    _ = try page.successfulItems(of: callback)
                    return callback
                }
            )
        } catch {
            result = .failure(error)
        }
        await forget(kept)
        return signIn.proof(try result.get())
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
    init(_ error: SignInError) {
        switch error.code {
        case .cancelled, .denied, .timedOut: self.init(.cancelled, detail: error.code.rawValue)
        default: self.init(.browserFailed, detail: error.description)
        }
    }
}
