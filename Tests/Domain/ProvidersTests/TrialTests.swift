import CardeaCryptography
import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOutboundHTTP
import CardeaProviders
import ProviderStandIns
import Testing

@Suite("The trial of a provider")
struct TrialTests {
    /// The step of a trial with some name.
    private static func step(
        _ name: String,
        _ world: World,
        _ id: ProviderID
    ) async throws -> ProviderCheck {
        let checks = try await world.client.check(
            id,
            in: world.pool,
            policy: world.project.policy,
            idToken: nil
        )
        return try #require(checks.first { $0.name == name }, "\(checks)")
    }

    /// The result of the page of a provider that responds to the authorization request as a test says.
    private static func page(
        _ respond: @escaping @Sendable (Request, StandIn) -> Response
    ) async throws -> ProviderCheck {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        provider.on("/authorize") { respond($0, provider) }
        return try await step("sign-in page", world, id)
    }

    /// The whole trial under settings of a test.
    private static func trial(
        _ world: World,
        _ id: ProviderID,
        idToken: String? = nil,
        _ configure: (inout Policy) -> Void = { _ in }
    ) async throws -> [String: ProviderCheck] {
        var policy = world.project.policy
        configure(&policy)
        let checks = try await world.client.check(id, in: world.pool, policy: policy, idToken: idToken)
        return Dictionary(uniqueKeysWithValues: checks.map { ($0.name, $0) })
    }

    private static func redirect(to url: String) -> Response {
        Response(status: 302, fields: [.location: url])
    }

    @Test("a provider that sends the browser back with an error fails, with code and description")
    func errorAtRedirectURL() async throws {
        let check = try await Self.page { request, _ in
            let items = [
                (name: "error", value: "unauthorized_client"),
                (name: "error_description", value: "The client\u{1B}[2J is unknown."),
                (name: "state", value: request.queryItems["state"] ?? ""),
            ]
            return Self.redirect(to: "https://id.example/auth/handler/oidc.acme?\(FormCoding.encode(items))")
        }
        #expect(check.result == .failed)
        #expect(check.explanation.contains("unauthorized_client: The client[2J is unknown."))
        #expect(check.explanation.contains("Check the client ID"))
    }

    @Test("an error in the fragment of the redirect URL fails, too")
    func errorInFragment() async throws {
        let check = try await Self.page { _, _ in
            Self.redirect(to: "https://id.example/auth/handler/oidc.acme#error=invalid_scope")
        }
        #expect(check.result == .failed && check.explanation.contains("invalid_scope"), "\(check)")
    }

    @Test(
        "a provider that redirects to its own error page fails",
        arguments: [
            "https://accounts.example/signin/oauth/error?authError=Cg5pbnZhbGlk", "https://error.example/",
            "https://accounts.example/OAuthError.aspx", "https://accounts.example/login?error=invalid_client",
            "https://accounts.example/login?error_code=4", "/authorize/error",
        ]
    )
    func errorPage(_ location: String) async throws {
        let check = try await Self.page { _, _ in Self.redirect(to: location) }
        #expect(check.result == .failed && check.explanation.contains("its error page"), "\(check)")
    }

    @Test(
        "a provider that redirects to its sign-in is skipped, also if a value of that URL names an error",
        arguments: [
            "https://accounts.example/login?state=1", "/login",
            // Facebook's page has the way back of a person who cancels.
            "https://www.facebook.example/login?cancel_url=https%3A%2F%2Fid.example%2F%3Ferror%3Daccess_denied",
            "https://id.example/auth/handler/oidc.acme2",
        ]
    )
    func signInPage(_ location: String) async throws {
        let check = try await Self.page { _, _ in Self.redirect(to: location) }
        #expect(check.result == .skipped && check.explanation.contains("a sign-in first"), "\(check)")
    }

    @Test("a provider that sends the browser back with a code passes")
    func codeAtRedirectURL() async throws {
        let check = try await Self.page { request, _ in
            let state = request.queryItems["state"] ?? ""
            return Self.redirect(to: "https://id.example/auth/handler/oidc.acme?code=error&state=\(state)")
        }
        #expect(check.result == .passed, "\(check)")
    }

    @Test(
        "a page passes, a rejection fails, and so does a redirect to nowhere",
        arguments: [
            (200, ProviderCheck.Result.passed), (302, .failed), (400, .failed), (403, .failed),
            (500, .failed),
        ]
    )
    func status(_ status: Int, _ expected: ProviderCheck.Result) async throws {
        let check = try await Self.page { _, _ in Response(status: status) }
        #expect(check.result == expected, "\(check)")
    }

    @Test("the domains of an OpenID provider pass if they are configured, and are skipped otherwise (U15)")
    func emailDomains() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        let without = try await Self.step("e-mail domains", world, id)
        #expect(without.result == .skipped && without.explanation.contains("--email-domains"), "\(without)")
        try await world.configure(provider) { $0.emailDomains = ["acme.example", "acme.test"] }
        let with = try await Self.step("e-mail domains", world, id)
        #expect(with.result == .passed, "\(with)")
        #expect(with.explanation.contains("acme.example, acme.test"), "\(with)")
    }

    @Test("a private address and a URL without TLS fail with the setting that allows them")
    func guardedRequests() async throws {
        let provider = try await StandIn()
        for (setting, isPlain) in [("forbidden_address", true), ("invalid_url", false)] {
            let world = try await World { outbound in
                (outbound.allowsPrivateNetworks, outbound.allowsPlainHTTP) = (false, isPlain)
            }
            let id = try await world.configure(provider)
            let check = try await Self.step("discovery", world, id)
            #expect(check.result == .failed && check.explanation.contains(setting), "\(check)")
            #expect(check.explanation.contains("providers.allowPrivateNetworks"), "\(check)")
        }
    }

    @Test("a trial reads the documents anew, and sign-ins use them from then on")
    func freshDocuments() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        provider.on("/.well-known/openid-configuration") { _ in Response(status: 500) }
        #expect(try await Self.trial(world, id)["discovery"]?.result == .failed)
        provider.on("/.well-known/openid-configuration") { _ in .json(provider.metadata.text) }
        #expect(try await Self.trial(world, id)["discovery"]?.result == .passed)
        try provider.addKey("second", .es256)
        provider.removeKey("first")
        let keys = try await Self.trial(world, id)["keys"]
        #expect(keys?.explanation == "1 key for ES256.")
        // The pause between two requests has not passed, so this token is verified with the keys of the trial.
        let token = try provider.sign(world.claims(of: provider.url))
        let tested = try await Self.trial(world, id, idToken: token)
        #expect(tested["ID token"]?.result == .passed, "\(tested)")
        provider.on("/keys") { _ in Response(status: 500) }
        #expect(try await Self.trial(world, id)["keys"]?.result == .failed)
    }

    @Test("without redirect URLs, the origins of web apps are enough, and an empty list of both fails")
    func redirectURLs() async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider)
        for (urls, origins, result) in [
            ([World.app], [], ProviderCheck.Result.passed), ([], ["https://app.example"], .passed),
            ([], [], .failed), ([], ["*"], .failed),
        ] as [([String], [String], ProviderCheck.Result)] {
            let checks = try await Self.trial(world, id) {
                $0.providers.redirectURLs = urls
                $0.codes.continueOrigins = origins
            }
            #expect(checks["redirect URLs"]?.result == result, "\(checks)")
        }
    }

    @Test(
        "an address that is not trusted has its reason",
        arguments: [
            ("ann@acme.example", true, ["acme.example"], "which is trusted"),
            ("ann@acme.example", false, ["acme.example"], "does not say that the person has proved it"),
            ("ann@acme.example", true, [], "--email-domains acme.example"),
        ]
    )
    func trust(_ email: String, _ isVerified: Bool, _ domains: [String], _ reason: String) async throws {
        let (provider, world) = try await (StandIn(), World())
        let id = try await world.configure(provider) { $0.emailDomains = domains }
        let claims = world.claims(of: provider.url)
            .with(["email": .string(email), "email_verified": .boolean(isVerified)])
        let token = try provider.sign(claims)
        let check = try await Self.trial(world, id, idToken: token)["ID token"]
        #expect(check?.result == .passed && check?.explanation.contains(reason) == true, "\(check as Any)")
    }
}
