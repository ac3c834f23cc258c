import CardeaCryptography
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaJOSE

/// The public keys that access tokens can be verified with, by any back end.
struct KeyController: Sendable {
    let projects: ProjectDirectory

    /// All projects' keys as a JWK set, where Google's SDKs look for them: a key id names one key of one project.
    func keySet(_ request: Request, _ path: PathParameters) async -> Response {
        Self.published(Self.keySet(allKeys).json)
    }

    /// All projects' certificates by key id.
    func certificates(_ request: Request, _ path: PathParameters) async -> Response {
        let certificates = Dictionary(allKeys.map { ($0.id, $0.certificatePEM) }, uniquingKeysWith: { $1 })
        return Self.published(Response.json(encoding: certificates).body)
    }

    /// One project's keys as a JWK set.
    func projectKeySet(_ request: Request, _ path: PathParameters) async -> Response {
        guard let project = project(path) else { return IdentityToolkitError.notFound.response }
        return Self.published(Self.keySet(projects.publicKeys(of: project.id)).json)
    }

    /// What an OpenID Connect client has to know of a project as an issuer (OpenID Connect Discovery §4).
    func configuration(_ request: Request, _ path: PathParameters) async -> Response {
        guard let project = project(path) else { return IdentityToolkitError.notFound.response }
        return Self.published(
            Response.json(
                encoding: ProviderMetadata(
                    issuer: projects.issuer(of: project),
                    jwksURI: "\(projects.address(of: project.id))/.well-known/jwks.json",
                    algorithms: Set(projects.publicKeys(of: project.id).map(\.algorithm.rawValue)).sorted()
                )
            ).body
        )
    }

    private var allKeys: [PublishedKey] { projects.all().flatMap { projects.publicKeys(of: $0.id) } }

    private func project(_ path: PathParameters) -> Project? {
        path["project"].flatMap { projects.project(id: ProjectID(rawValue: $0)) }
    }

    private static func keySet(_ keys: [PublishedKey]) -> JSONWebKeySet {
        JSONWebKeySet(keys.map { JSONWebKey($0.publicKey, keyID: $0.id) })
    }

    /// Five minutes: how late a verifier may be to learn of a new key.
    private static func published(_ body: [UInt8]) -> Response {
        var response = Response.json(body)
        response.fields[.cacheControl] = "public, max-age=300"
        return response
    }
}

/// The provider metadata of a project.
private struct ProviderMetadata: Encodable {
    let issuer: String
    let jwksURI: String
    let responseTypes = ["id_token"]
    let subjectTypes = ["public"]
    let algorithms: [String]

    enum CodingKeys: String, CodingKey {
        case issuer
        case jwksURI = "jwks_uri"
        case responseTypes = "response_types_supported"
        case subjectTypes = "subject_types_supported"
        case algorithms = "id_token_signing_alg_values_supported"
    }
}
