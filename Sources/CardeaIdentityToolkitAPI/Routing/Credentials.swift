import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityService

/// What a request shows of who asks: an app's API key, an administrator's token, or both.
struct Credentials {
    let apiKey: String?
    let administrator: Administrator?

    /// - Throws: `IdentityToolkitError` when there are none, said by what the path asks for, or a bearer token is no administrator's.
    init(
        of request: Request,
        _ path: PathParameters,
        _ query: QueryItems,
        _ access: any ProjectAccess
    ) async throws {
        apiKey = query["key"] ?? request.fields[.googleAPIKey]
        if let bearer = request.bearerToken {
            administrator = try await access.administrator(presenting: bearer)
            guard administrator != nil else { throw IdentityToolkitError.invalidAdministratorCredential }
        } else {
            administrator = nil
            guard apiKey != nil else {
                throw path["project"] == nil
                    ? IdentityToolkitError.missingAPIKey : .missingAdministratorCredential
            }
        }
    }
}

extension HeaderFields.Name {
    /// Where an app may put its API key instead of the query.
    fileprivate static let googleAPIKey: Self = "x-goog-api-key"
}
