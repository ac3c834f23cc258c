import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaSecrets

/// The first response to a browser: its cookie, and the way to the provider.
package struct StartedRedirect: Sendable {
    package let url: String
    package let cookieName: String
    package let cookie: String
    /// Whether the provider responds by a POST of another site, which only cookies of all sites go with.
    package let isPosted: Bool
}

/// The last response to a browser: the way to the app.
package struct ReturnedRedirect: Sendable, Equatable {
    package let url: String
    /// The cookie that is of no more use.
    package let cookieName: String
}

extension RedirectFlow {
    /// Sends a browser to the provider.
    ///
    /// - Parameters:
    ///   - state: The state in the address.
    ///   - cookie: Returns the value of a cookie of the browser.
    /// - Returns: The provider's address and the cookie that binds the redirect to the browser.
    /// - Throws: `.invalidState` if another browser has opened the address before.
    package func start(
        state: String?,
        cookie: (String) -> String?
    ) async throws(RedirectError) -> StartedRedirect {
        guard let state else { throw .invalidState }
        let stateHash = Self.hash(state)
        let name = Self.cookieName(stateHash)
        let value = newSecret()
        let cookieHash = Self.hash(value)
        // The browser may open the address again: by the back button, or to look ahead.
        let former = cookie("__Host-" + name)
        let formerHash = former.map(Self.hash)
        let now = clock.now()
        let (redirect, isNew) = try await transact(stateHash) { redirect throws(RedirectError) in
            guard var redirect else { throw .invalidState }
            guard now < redirect.expiresAt else { throw .expired }
            switch redirect.step {
            case .created:
                redirect.step = .started
                redirect.cookieHash = cookieHash
                return Decision(
                    [.providerRedirect(.update(redirect, from: .created))],
                    (redirect, true)
                )
            case .started:
                guard let formerHash, let own = redirect.cookieHash, ConstantTime.equal(own, formerHash)
                else { throw .invalidState }
                return .unchanged((redirect, false))
            case .returned: throw .invalidState
            }
        }
        let definition = ProviderTable.definition(of: redirect.provider)
        return StartedRedirect(
            url: try opened(redirect).authorizationURL,
            cookieName: name,
            cookie: isNew ? value : former ?? value,
            isPosted: definition?.quirks.contains(.formPost) ?? false
        )
    }

    /// Takes the response that a provider sends by the browser.
    ///
    /// - Parameters:
    ///   - fields: The parameters of the response, from the query or the form.
    ///   - suffix: The path of the request behind `handlerPath`.
    ///   - cookie: Returns the value of a cookie of the browser.
    /// - Returns: The way to the app, with a code of this server.
    /// - Throws: `.invalidState` if state or cookie are missing or wrong, or the response has come before.
    package func receive(
        _ fields: [(name: String, value: String)],
        suffix: String,
        cookie: (String) -> String?
    ) async throws(RedirectError) -> ReturnedRedirect {
        let response = ProviderResponse(fields)
        guard let response, let state = response.state else { throw .invalidState }
        let stateHash = Self.hash(state)
        let name = Self.cookieName(stateHash)
        guard let cookieHash = cookie("__Host-" + name).map(Self.hash) else { throw .invalidState }
        let present = try await read(stateHash)
        guard let present else { throw .invalidState }
        var secrets = try opened(present)
        let quirks = ProviderTable.definition(of: present.provider)?.quirks ?? []
        let error = response.error(quirks)
        guard Self.suffix(of: present.provider).exact == suffix.exact, response.isOf(secrets),
            error != nil || response.code != nil
        else { throw .invalidState }
        secrets.code = response.code
        secrets.user = response.user
        secrets.error = error
        let code = newSecret()
        let codeHash = Self.hash(code)
        let sealed = try sealed(secrets, stateHash)
        let now = clock.now()
        let redirect = try await transact(stateHash) { redirect throws(RedirectError) in
            guard var redirect, redirect.step == .started, let own = redirect.cookieHash,
                ConstantTime.equal(own, cookieHash)
            else { throw .invalidState }
            guard now < redirect.expiresAt else { throw .expired }
            redirect.step = .returned
            redirect.codeHash = codeHash
            redirect.sealed = sealed
            return Decision([.providerRedirect(.update(redirect, from: .started))], redirect)
        }
        let result = error.map { (name: "error", value: $0) } ?? (name: "code", value: code)
        let query = FormCoding.encode([result, (name: "state", value: state)])
        return ReturnedRedirect(url: Self.appending(query, to: redirect.continueURL), cookieName: name)
    }

    /// A URL with further items in its query; it has no fragment.
    private static func appending(_ query: String, to url: String) -> String {
        "\(url)\(url.contains("?") ? "&" : "?")\(query)"
    }

    func read(_ stateHash: [UInt8]) async throws(RedirectError) -> ProviderRedirect? {
        do throws(IdentityError) {
            return try await store.read(.providerRedirect(stateHash))
        } catch {
            throw .service(error)
        }
    }

    /// Decides on the row of a redirect.
    func transact<Outcome: Sendable>(
        _ stateHash: [UInt8],
        decide: @escaping @Sendable (ProviderRedirect?) throws(RedirectError) -> Decision<Outcome>
    ) async throws(RedirectError) -> Outcome {
        let result: Result<Outcome, RedirectError>
        do throws(IdentityError) {
            result = try await store.transact(.providerRedirect(stateHash), by: .app(nil)) { row in
                do throws(RedirectError) {
                    let decision = try decide(row)
                    return Decision(decision.changes, .success(decision.outcome))
                } catch {
                    return .unchanged(.failure(error))
                }
            }
        } catch {
            throw .service(error)
        }
        return try result.get()
    }
}

/// The parameters of a provider's response, each at most once.
private struct ProviderResponse: Redacted {
    let state: String?
    let code: String?
    let user: String?
    private let issuer: String?
    private let reportedError: String?

    /// - Returns: `nil` if a parameter comes twice.
    init?(_ fields: [(name: String, value: String)]) {
        var values: [ExactText: String] = [:]
        for (name, value) in fields where ["state", "code", "error", "user", "iss"].contains(name) {
            guard values.updateValue(value, forKey: name.exact) == nil else { return nil }
        }
        state = values["state"]
        code = values["code"].flatMap { (1...4096).contains($0.utf8.count) ? $0 : nil }
        user = values["user"].flatMap { $0.utf8.count <= 4096 ? $0 : nil }
        issuer = values["iss"]
        reportedError = values["error"].map(Self.errorCode)
    }

    /// The error that the provider reports, as RFC 6749 §4.1.2.1 names it.
    ///
    /// - Parameter quirks: Those of the provider: they name its errors that mean `access_denied`.
    /// - Returns: `nil` if it reports none.
    func error(_ quirks: Set<ProviderQuirk>) -> String? {
        let isDenial =
            reportedError.map { quirks.contains(.denial(error: $0)) }
            ?? (code == nil && quirks.contains(.denialWithoutError))
        return isDenial ? "access_denied" : reportedError
    }

    /// Whether the response comes from the provider that the redirect went to (RFC 9207 §2.4).
    func isOf(_ secrets: RedirectSecrets) -> Bool {
        guard let issuer else { return !secrets.requiresIssuer }
        return secrets.issuers.isEmpty || secrets.issuers.contains(exact: issuer)
    }

    /// A code in the form of RFC 6749 §4.1.2.1; anything else is not passed on.
    private static func errorCode(_ text: String) -> String {
        let isCode =
            (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                (97...122).contains($0) || (48...57).contains($0) || (65...90).contains($0) || $0 == 95
            }
        return isCode ? text : "server_error"
    }
}
