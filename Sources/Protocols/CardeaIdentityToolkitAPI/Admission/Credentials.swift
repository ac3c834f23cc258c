import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService

/// The credentials of a request: an app's API key, an administrator's token, or both.
struct Credentials {
    let apiKey: String?
    let administrator: Actor?

    /// - Throws: `IdentityToolkitError` if the credential is missing, or if a bearer token belongs to no administrator.
    init(
        of request: Request,
        _ query: QueryItems,
        _ access: any ProjectAccess,
        _ needsAdministrator: Bool
    ) async throws {
        apiKey = Self.apiKey(of: request, query)
        if let bearer = request.bearerToken {
            administrator = try await access.administrator(presenting: bearer)
            guard administrator != nil else { throw IdentityToolkitError.invalidAdministratorCredential }
        } else {
            administrator = nil
            guard !needsAdministrator else { throw IdentityToolkitError.missingAdministratorCredential }
            guard apiKey != nil else { throw IdentityToolkitError.missingAPIKey }
        }
    }

    /// The API key of a request.
    static func apiKey(of request: Request, _ query: QueryItems) -> String? {
        query["key"] ?? request.fields[.googleAPIKey]
    }
}

extension HeaderFields.Name {
    /// Where an app may put its API key instead of the query.
    fileprivate static let googleAPIKey: Self = "x-goog-api-key"
    /// The bundle ID of an app, which Google's SDKs send.
    static let iOSBundleIdentifier: Self = "x-ios-bundle-identifier"
}
