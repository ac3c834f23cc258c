package import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

/// The half of `createAuthUri` that begins a redirect to a provider.
extension ToolkitCall {
    /// - Throws: `INVALID_PROVIDER_ID`; `UNAUTHORIZED_DOMAIN`; `OPERATION_NOT_ALLOWED` if the provider is disabled.
    func beginRedirect(
        _ providerID: String,
        _ message: CreateAuthUriRequest
    ) async throws -> CreateAuthUriResponse {
        guard let provider = ProviderID(rawValue: providerID) else {
            throw IdentityToolkitError(.invalidProviderID)
        }
        let continueURL = try message.givenContinueURL
        let scopes = (message.oauthScope ?? "").split { $0 == " " || $0 == "," }.map(String.init)
        var parameters = message.customParameter?.items ?? []
        if let hint = message.identifier { parameters.append((name: "login_hint", value: hint)) }
        do throws(RedirectError) {
            let begun = try await services.federation.withPlace(for: caller) {
                place async throws(RedirectError) in
                try await services.redirects.begin(
                    provider,
                    continueURL: continueURL,
                    sessionID: message.sessionId,
                    scopes: scopes,
                    parameters: parameters,
                    place,
                    by: caller
                )
            }
            return response(provider, begun.url, begun.sessionID)
        } catch {
            let isUnknown = error == .provider(.notConfigured) || error == .provider(.disabled)
            guard isUnknown, emulates(.providerTokensOfAnybody) else { throw error }
            return emulatedRedirect(provider, continueURL, message)
        }
    }

    /// The page of an emulator, for a provider that is not configured.
    private func emulatedRedirect(
        _ provider: ProviderID,
        _ continueURL: String,
        _ message: CreateAuthUriRequest
    ) -> CreateAuthUriResponse {
        let url = EmulatorProviderPage.address(
            services.projects.publicURL,
            provider: provider,
            continueURL: continueURL,
            state: Base64URL.encode(services.random.bytes(32)),
            in: caller.pool
        )
        let session = message.sessionId ?? Secret(Base64URL.encode(services.random.bytes(32)))
        return response(provider, url, session)
    }

    private func response(_ provider: ProviderID, _ url: String, _ session: Secret) -> CreateAuthUriResponse {
        var response = CreateAuthUriResponse()
        response.sessionId = session
        response.authUri = url
        response.providerId = provider.rawValue
        return response
    }
}

extension CustomParameters: FieldValue {
    private static let largestCount = 20
    private static let longestText = 1024

    package static func form(_ limit: NoLimit) -> ValueForm { .map(.text(maximumBytes: longestText)) }

    package static func read(
        _ json: JSONValue,
        _ limit: NoLimit,
        _ rules: ReadingRules
    ) throws(FieldError) -> CustomParameters? {
        guard let members = json.object else { throw FieldError(.wrongType("TYPE_MESSAGE")) }
        guard members.count <= largestCount else {
            throw FieldError(.tooMany(maximumCount: largestCount))
        }
        var items: [(name: String, value: String)] = []
        for (name, value) in members {
            guard let text = value.string else { throw FieldError(.wrongType("TYPE_STRING")) }
            guard name.utf8.count + text.utf8.count <= longestText else {
                throw FieldError(.tooLong(maximumBytes: longestText))
            }
            items.append((name: name, value: text))
        }
        return CustomParameters(items)
    }
}
