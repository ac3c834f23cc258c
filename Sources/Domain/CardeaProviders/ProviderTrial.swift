import CardeaCryptography
import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE

/// Walks through a sign-in with a provider, as far as that works without a person.
struct ProviderTrial: Sendable {
    let client: ProviderClient
    let provider: ActiveProvider
    let policy: Policy

    private typealias Check = ProviderCheck

    /// The steps in order; it ends at the first that the later ones need.
    func run(idToken: String?) async -> [ProviderCheck] {
        var checks = [configuration, redirectURLs]
        let resolved: ResolvedProvider
        do throws(ProviderError) {
            resolved = try await client.documents.resolved(provider, .anew)
        } catch {
            return checks + [Check("discovery", .failed, discoveryRemedy(error))]
        }
        if provider.definition.issuer == .configured {
            checks.append(Check("discovery", .passed, "The document of \(issuer) names all endpoints."))
        }
        if provider.definition.issuer != nil { checks.append(await keys(resolved)) }
        checks.append(await page())
        checks.append(await token(resolved))
        if provider.definition.authority == .configured { checks.append(emailDomains) }
        if let idToken { checks.append(await verification(of: idToken, resolved)) }
        return checks
    }

    private var issuer: String { provider.configuration.issuer ?? "the provider" }

    private var configuration: ProviderCheck {
        let name = "configuration"
        let configuration = provider.configuration
        if case .signedSecret = provider.definition.clientAuthentication {
            guard configuration.teamID != nil, configuration.keyID != nil, provider.secret != nil else {
                return Check(
                    name,
                    .failed,
                    "The redirect flow needs a team ID, a key ID and the private key of the client (a .p8 file)."
                )
            }
        } else if provider.secret == nil {
            return Check(
                name,
                .skipped,
                "No secret is set: only a client that its provider knows as public can exchange codes."
            )
        }
        return configuration.isEnabled
            ? Check(name, .passed, "The client is \(configuration.clientID).")
            : Check(
                name,
                .failed,
                "The provider is disabled: run 'cardea provider enable \(provider.id.rawValue)'."
            )
    }

    private var redirectURLs: ProviderCheck {
        let registered = client.redirectURL(of: provider.id)
        let name = "redirect URLs"
        guard provider.configuration.allowsCodes else {
            return Check(name, .skipped, "The redirect flow is turned off.")
        }
        let register = "At the provider, register \(registered)."
        if !policy.providers.redirectURLs.isEmpty { return Check(name, .passed, register) }
        // The handler of Google's JavaScript SDK accepts the origins of web apps, but not all at once.
        let origins = policy.codes.continueOrigins
        guard !origins.isEmpty, !origins.contains("*") else {
            return Check(
                name,
                .failed,
                """
                The setting providers.redirectURLs is empty, so no app can begin a redirect. Add the URLs of the app. Web \
                apps with Google's JavaScript SDK need their origins in codes.continueOrigins instead. \(register)
                """
            )
        }
        return Check(
            name,
            .passed,
            """
            Web apps with Google's JavaScript SDK can sign in from \(origins.joined(separator: ", ")). Other apps need \
            providers.redirectURLs. \(register)
            """
        )
    }

    private func keys(_ resolved: ResolvedProvider) async -> ProviderCheck {
        let name = "keys"
        do throws(ProviderError) {
            let set = try await client.documents.keys(of: resolved, for: nil, .anew)
            let algorithms = set.algorithms.map(\.rawValue).sorted().joined(separator: ", ")
            let allowed = provider.definition.algorithms.map(\.rawValue)
            guard !set.algorithms.isDisjoint(with: provider.definition.algorithms) else {
                return Check(
                    name,
                    .failed,
                    "The provider's keys are for \(algorithms); accepted are \(allowed.sorted().joined(separator: ", "))."
                )
            }
            return Check(name, .passed, "\(set.count) \(set.count == 1 ? "key" : "keys") for \(algorithms).")
        } catch {
            return Check(name, .failed, "The keys cannot be read: \(error.explanation)")
        }
    }

    /// Sends a code that cannot be valid: the error tells whether the client is accepted.
    private func token(_ resolved: ResolvedProvider) async -> ProviderCheck {
        let name = "client secret"
        do throws(ProviderError) {
            _ = try await TokenEndpoint(provider: resolved, http: client.http, now: client.clock.now())
                .exchange(
                    code: "cardea-trial",
                    redirectURL: client.redirectURL(of: provider.id),
                    codeVerifier: String(repeating: "trial", count: 10),
                    state: "trial"
                )
            return Check(name, .failed, "The provider has accepted a code that is invalid.")
        } catch {
            switch error {
            case .invalidCredential(let reason):
                return reason.contains("invalid_grant") || reason.contains("bad_verification_code")
                    ? Check(name, .passed, "The provider accepts the client, and rejects an invalid code.")
                    : Check(
                        name,
                        .skipped,
                        "The provider's response does not tell whether the secret is right. \(reason)"
                    )
            case .unsupported(let reason): return Check(name, .skipped, reason)
            case .unavailable(let reason, _):
                return Check(name, .failed, "The token endpoint is out of order: \(reason). Try again later.")
            default:
                return Check(name, .failed, "Check the client ID and the secret: \(error.explanation)")
            }
        }
    }

    /// The domains whose addresses count as proved (U15).
    private var emailDomains: ProviderCheck {
        let name = "e-mail domains"
        let domains = provider.configuration.emailDomains
        guard !domains.isEmpty else {
            return Check(
                name,
                .skipped,
                """
                No address of this provider is trusted, so it links no user by the address. If the provider runs a \
                domain, add it: 'cardea provider set \(provider.id.rawValue) --email-domains DOMAIN'.
                """
            )
        }
        return Check(name, .passed, "Verified addresses of \(domains.joined(separator: ", ")) are trusted.")
    }

    private func verification(of idToken: String, _ resolved: ResolvedProvider) async -> ProviderCheck {
        let name = "ID token"
        do throws(ProviderError) {
            let claims = try await IDTokenVerification(
                provider: resolved,
                documents: client.documents,
                now: client.clock.now(),
                place: .unlimited
            )
            .claims(of: idToken, nonce: .any, accessToken: nil)
            let person = Person(provider: provider, json: .object(claims.members))
            let assertion = try person.assertion(tokens: ProviderTokens())
            let trust = person.reasonForDistrust.map { "not trusted: \($0)" } ?? "trusted."
            let email = assertion.email.map { "the address \($0), which is \(trust)" } ?? "no address."
            return Check(name, .passed, "The token is valid. It is of \(assertion.subject), with \(email)")
        } catch {
            return Check(name, .failed, error.explanation)
        }
    }

    private func discoveryRemedy(_ error: ProviderError) -> String {
        "The discovery document of \(issuer) cannot be used: \(error.explanation) Check the issuer: it must be the "
            + "text that the document has as `issuer`."
    }
}

extension ProviderError {
    /// The error in a sentence, for an operator.
    var explanation: String {
        switch self {
        case .notConfigured: "The provider is not configured."
        case .disabled: "The provider is turned off."
        case .configurationChanged: "The client or the issuer has changed."
        case .unsupported(let text), .invalidCredential(let text): text
        case .invalidNonce: "The nonce is wrong."
        case .invalidState: "The state is wrong."
        case .rejectedByProvider(let code): "The provider responds with the error \(code)."
        case .unavailable(let text, _): text + "."
        case .busy: "Too many credentials wait for the provider."
        }
    }
}
