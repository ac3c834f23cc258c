import CardeaEncodings
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOutboundHTTP

extension ProviderTrial {
    /// Asks for the provider's page, as a browser does.
    func page() async -> ProviderCheck {
        let redirectURL = client.redirectURL(of: provider.id)
        let request = AuthorizationRequest(
            state: "trial",
            nonce: "trial",
            codeVerifier: String(repeating: "trial", count: 10),
            redirectURL: redirectURL
        )
        do throws(ProviderError) {
            let url = try await client.urls.authorizationURL(request, at: provider, .unlimited).text
            let response = try await client.http.response(to: "GET", String(url.prefix { $0 != "#" }))
            if let location = response.location {
                guard let target = RedirectTarget(location) else {
                    return Self.failed("The provider redirects to an address that cannot be decoded.")
                }
                return Self.check(target, redirectURL)
            }
            let status = response.status
            guard status < 300 else {
                let error = ProviderHTTP.json(response.body)?["error"]?.string
                let code = error.map { ": \(ProviderHTTP.cleaned($0))" } ?? ""
                return Self.failed("The provider responds with status \(status)\(code).")
            }
            return Self.check(.passed, "The provider shows its page for this client (status \(status)).")
        } catch {
            return Self.check(.failed, "The page cannot be reached: \(error.explanation)")
        }
    }

    private static func check(_ target: RedirectTarget, _ redirectURL: String) -> ProviderCheck {
        if target.address.exact == redirectURL.exact {
            guard let error = target.error else {
                return check(.passed, "The provider accepts the client, and sends the browser back.")
            }
            return failed("The provider sends the browser back with the error \(error).")
        }
        if target.isErrorPage {
            let error = target.error.map { " (\($0))" } ?? ""
            return failed("The provider redirects to its error page, \(target.shownAddress)\(error).")
        }
        return check(
            .skipped,
            "The provider asks for a sign-in first, at \(target.shownAddress). "
                + "So its page does not tell whether it accepts the client. Sign in once in a browser."
        )
    }

    private static func failed(_ finding: String) -> ProviderCheck {
        check(.failed, finding + " Check the client ID, and that the redirect URL is registered.")
    }

    private static func check(_ result: ProviderCheck.Result, _ explanation: String) -> ProviderCheck {
        ProviderCheck("sign-in page", result, explanation)
    }
}

/// The URL that a provider redirects a browser to.
private struct RedirectTarget {
    /// The URL without query and fragment.
    let address: Substring
    /// The items of the query and of the fragment.
    private let items: [FormItem]

    /// - Returns: `nil` if the query or the fragment cannot be decoded.
    init?(_ url: String) {
        let parts = url.split(maxSplits: 2, omittingEmptySubsequences: false) { "?#".contains($0) }
        address = parts[0]
        let decoded = parts.dropFirst().map { FormCoding.decode($0.utf8) }
        guard !decoded.contains(where: { $0 == nil }) else { return nil }
        items = decoded.compactMap(\.self).flatMap(\.self)
    }

    /// The error that the items name, with its description (RFC 6749 §4.1.2.1); `nil` if they name none.
    var error: String? {
        guard let code = self["error"] else { return nil }
        let description = self["error_description"].map { ": " + Self.shown($0) } ?? ""
        return ProviderHTTP.cleaned(code) + description
    }

    /// Whether host, path or the name of an item says that the page is about an error.
    ///
    /// Values do not count: Facebook's page gets the URL for a cancelled sign-in as a value, and that URL names an error.
    var isErrorPage: Bool {
        ([String(address)] + items.map(\.name)).contains { $0.lowercased().contains("error") }
    }

    var shownAddress: String { Self.shown(String(address)) }

    private subscript(name: String) -> String? { items[name] }

    /// The start of a text that another server sent, for a terminal.
    private static func shown(_ text: String) -> String {
        var text = ProfileRules.withoutControls(String(text.prefix(200)))
        while text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
