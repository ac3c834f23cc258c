import IdentityDomain

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What this server reads back from an access token of its own.
struct AccessTokenClaims: Decodable, Sendable {
    let iss: String
    let aud: String
    let sub: String
    let iat: Int64
    let exp: Int64
    let sid: String
    let gen: Int64
    let firebase: Firebase

    struct Firebase: Decodable, Sendable {
        let tenant: String?
    }

    /// - Returns: `nil` when a claim is missing or has another type.
    init?(json: [UInt8]) {
        guard let claims = try? JSONDecoder().decode(Self.self, from: Data(json)) else { return nil }
        self = claims
    }

    var pool: UserPool {
        UserPool(project: ProjectID(rawValue: aud), tenant: firebase.tenant.map(TenantID.init(rawValue:)))
    }
}
