import CardeaHTTPMessages
import CardeaIdentityDomain
package import CardeaEncodings
import CardeaIdentityService
package import CardeaJOSE
package import CardeaOperations

/// The public keys of all projects, where Google's SDKs look for them: a key ID names one key of one project.
extension Operation<PublishedKeys> {
    private static var account: String { "securetoken@system.gserviceaccount.com" }

    static var keySet: Self {
        Operation(
            "keys.getKeySet",
            "Returns the public keys of all projects as a JWK set.",
            method: .get,
            paths: [.www("/service_accounts/v1/jwk/\(account)")],
            by: [.anyone],
            tenant: .none,
            cacheControl: PublishedKeys.cacheControl
        ) { (keys, _: NoInput) in
            JSONWebKeySet(keys.all)
        }
    }

    static var certificates: Self {
        Operation(
            "keys.getCertificates",
            "Returns the public keys of all projects as certificates, by key ID.",
            method: .get,
            paths: [.www("/robot/v1/metadata/x509/\(account)")],
            by: [.anyone],
            tenant: .none,
            cacheControl: PublishedKeys.cacheControl
        ) { (keys, _: NoInput) in
            Dictionary(keys.all.map { ($0.id.exact, $0.certificatePEM) }, uniquingKeysWith: { $1 })
        }
    }
}

/// The keys of session cookies: each is published for the lifetime of a cookie.
extension Operation<PublishedKeys> {
    static var sessionCookieKeySet: Self {
        Operation(
            "keys.getSessionCookieKeySet",
            "Returns the public keys of session cookies of all projects as a JWK set.",
            method: .get,
            paths: [.identityToolkit("/v1/sessionCookiePublicKeys")],
            by: [.anyone],
            tenant: .none,
            cacheControl: PublishedKeys.cacheControl
        ) { (keys, _: NoInput) in
            JSONWebKeySet(keys.ofSessionCookies)
        }
    }

    static var sessionCookieCertificates: Self {
        Operation(
            "keys.getSessionCookieCertificates",
            "Returns the public keys of session cookies of all projects as certificates, by key ID.",
            method: .get,
            paths: [.identityToolkit("/v1/publicKeys")] + .relyingParty("publicKeys"),
            by: [.anyone],
            tenant: .none,
            cacheControl: PublishedKeys.cacheControl
        ) { (keys, _: NoInput) in
            Dictionary(
                keys.ofSessionCookies.map { ($0.id.exact, $0.certificatePEM) },
                uniquingKeysWith: { $1 }
            )
        }
    }
}

/// The public keys of a server.
struct PublishedKeys: Sendable {
    /// A new key signs when the last cache without it has expired.
    static let cacheControl = "public, max-age=\(PublishedKey.cacheLifetime.seconds)"

    let projects: ProjectDirectory

    var all: [PublishedKey] { projects.all().flatMap { projects.publicKeys(of: $0.id) } }
    var ofSessionCookies: [PublishedKey] { projects.all().flatMap { projects.sessionCookieKeys(of: $0.id) } }
}

extension JSONWebKeySet: OutputValue {
    package static var outputForm: ValueForm { .any }
    package func write(to text: inout JSONText) { text.raw(json) }
}
