import CardeaCryptography
import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE
import CardeaOperations

/// A project as an issuer of tokens: what a back end needs to verify them (OpenID Connect Discovery §4).
extension Operation<Issuer> {
    static var issuerKeySet: Self {
        Operation(
            "issuer.getKeySet",
            "Returns the public keys of one project as a JWK set.",
            method: .get,
            paths: [PathForm("/{project}/.well-known/jwks.json")],
            by: [.anyone],
            tenant: .none,
            errors: [.notFound],
            cacheControl: PublishedKeys.cacheControl
        ) { (issuer, _: NoInput) in
            JSONWebKeySet(issuer.keys)
        }
    }

    static var providerMetadata: Self {
        Operation(
            "issuer.getConfiguration",
            "Returns the project's provider metadata.",
            method: .get,
            paths: [PathForm("/{project}/.well-known/openid-configuration")],
            by: [.anyone],
            tenant: .none,
            errors: [.notFound],
            cacheControl: PublishedKeys.cacheControl
        ) { (issuer, _: NoInput) in
            let server = issuer.projects.publicURL
            return ProviderMetadata(
                issuer: issuer.projects.issuer(of: issuer.project),
                jwksUri: "\(issuer.projects.address(of: issuer.project.id))/.well-known/jwks.json",
                tokenEndpoint: "\(server)/oauth2/token",
                revocationEndpoint: "\(server)/oauth2/revoke",
                introspectionEndpoint: "\(server)/oauth2/introspect",
                // Own texts.
                idTokenSigningAlgValuesSupported: Set(issuer.keys.map(\.algorithm.rawValue)).sorted()
            )
        }
    }
}

/// A project of a server, as an issuer of tokens.
struct Issuer: Sendable {
    let projects: ProjectDirectory
    let project: Project

    /// - Throws: `IdentityToolkitError.notFound` if there is no such project.
    init(_ projects: ProjectDirectory, project id: String?) throws(IdentityToolkitError) {
        guard let id, let project = projects.project(id: ProjectID(rawValue: id)) else {
            throw .notFound
        }
        self.projects = projects
        self.project = project
    }

    var keys: [PublishedKey] { projects.publicKeys(of: project.id) }
}

/// The provider metadata of a project (OpenID Connect Discovery §3, RFC 8414 §2).
struct ProviderMetadata: OutputMessage {
    let issuer: String
    let jwksUri: String
    let tokenEndpoint: String
    let revocationEndpoint: String
    let introspectionEndpoint: String
    let grantTypesSupported = ["refresh_token"]
    let tokenEndpointAuthMethodsSupported = ["none", "client_secret_basic", "client_secret_post"]
    let responseTypesSupported = ["id_token"]
    let subjectTypesSupported = ["public"]
    let idTokenSigningAlgValuesSupported: [String]

    static let outputFields = OutputTable<Self>(naming: .snakeCase) {
        OutputField(\.issuer, "Issuer of the project's tokens.")
        OutputField(\.jwksUri, "URL of the project's public keys.")
        OutputField(\.tokenEndpoint, "URL of the token endpoint.")
        OutputField(\.revocationEndpoint, "URL of the revocation endpoint (RFC 7009).")
        OutputField(\.introspectionEndpoint, "URL of the introspection endpoint (RFC 7662).")
        OutputField(\.grantTypesSupported, "Grant types of the token endpoint.")
        OutputField(\.tokenEndpointAuthMethodsSupported, "How clients authenticate.")
        OutputField(\.responseTypesSupported, "Always id_token.")
        OutputField(\.subjectTypesSupported, "Always public.")
        OutputField(\.idTokenSigningAlgValuesSupported, "Algorithms of the project's keys.")
    }
}

extension JSONWebKeySet {
    init(_ keys: [PublishedKey]) { self.init(keys.map { JSONWebKey($0.publicKey, keyID: $0.id) }) }
}
