import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations
import CardeaSecrets

/// The identity providers of a project or a tenant.
extension AdminOperation {
    private static var providers: [String] {
        ["/projects/{project}/providers", "/projects/{project}/tenants/{tenant}/providers"]
    }
    private static var provider: [String] { providers.map { $0 + "/{provider}" } }

    static var listProviders: Self {
        Operation(
            "providers.list",
            "Lists the identity providers of a project or a tenant.",
            .get,
            providers,
            errors: [.notFound]
        ) { (call, _: NoInput) in
            let list = try await call.services.providerAdministration.list(in: try call.pool)
            return ProviderList(providers: list.map(call.resource))
        }
    }

    static var getProvider: Self {
        Operation(
            "providers.get",
            "Returns an identity provider, also before it is configured.",
            .get,
            provider,
            errors: [.notFound, .badRequest]
        ) {
            (call, _: NoInput) in
            let (provider, pool) = (try call.provider, try call.pool)
            let list = try await call.services.providerAdministration.list(in: pool)
            guard let configuration = list.first(where: { $0.provider == provider }) else {
                // Its redirect URL is needed before: the provider asks for it.
                guard ProviderTable.definition(of: provider) != nil else {
                    throw AdminError.unknownProvider(provider.rawValue)
                }
                return ProviderResource(
                    unconfigured: provider,
                    in: pool,
                    redirectURL: call.redirectURL(of: provider)
                )
            }
            return call.resource(configuration)
        }
    }

    static var setProvider: Self {
        Operation(
            "providers.set",
            "Configures an identity provider, or changes the fields that the request has.",
            .post,
            providers.map { $0 + ":set" },
            errors: [.notFound, .conflict]
        ) { (call, message: ProviderResource) in
            let (pool, providers) = (try call.pool, call.services.providerAdministration)
            let provider = try AdminCall.provider(message.provider.required("provider"))
            let secret = message.secretChange
            // A new configuration needs a client: without one, the request is about a present configuration.
            guard message.clientID != nil else {
                return call.resource(
                    try await providers.update(provider, in: pool, secret: secret, by: call.actor) {
                        message.apply(to: &$0)
                    }
                )
            }
            return call.resource(
                try await providers.set(provider, in: pool, secret: secret, by: call.actor) {
                    message.apply(to: &$0)
                }
            )
        }
    }

    static var deleteProvider: Self {
        Operation(
            "providers.delete",
            "Deletes an identity provider, and lists the others.",
            .delete,
            provider,
            errors: [.notFound, .badRequest]
        ) { (call, _: NoInput) in
            let pool = try call.pool
            try await call.services.providerAdministration.delete(try call.provider, in: pool, by: call.actor)
            return ProviderList(
                providers: try await call.services.providerAdministration.list(in: pool).map(call.resource)
            )
        }
    }

    static var testProvider: Self {
        Operation(
            "providers.test",
            "Tests the sign-in with an identity provider, and reports errors.",
            .post,
            provider.map { $0 + ":test" },
            errors: [.notFound]
        ) { (call, message: ProviderTrialRequest) in
            let pool = try call.pool
            let provider = try call.provider
            // An error here names what is absent.
            _ = try await call.services.providerAdministration.configuration(of: provider, in: pool)
            guard let policy = call.projects.policy(in: pool, of: nil) else {
                throw IdentityError.scope(.tenantNotFound)
            }
            let checks = try await call.providerTester.check(
                provider,
                in: pool,
                policy: policy,
                idToken: message.idToken?.reveal()
            )
            return ProviderTrialResource(checks)
        }
    }
}

extension AdminCall {
    /// The provider in the path.
    fileprivate var provider: ProviderID {
        get throws(AdminError) { try Self.provider(self["provider"]) }
    }

    fileprivate static func provider(_ text: String) throws(AdminError) -> ProviderID {
        guard let provider = ProviderID(rawValue: text) else { throw .unknownProvider(text) }
        return provider
    }

    fileprivate func resource(_ configuration: ProviderConfiguration) -> ProviderResource {
        ProviderResource(configuration, redirectURL: redirectURL(of: configuration.provider))
    }

    fileprivate func redirectURL(of provider: ProviderID) -> String {
        RedirectFlow.redirectURL(of: provider, at: projects.publicURL)
    }
}
