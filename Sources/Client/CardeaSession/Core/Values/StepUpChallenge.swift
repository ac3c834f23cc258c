/// A server's demand for a more recent or stronger sign-in before a sensitive operation (RFC 9470 §3).
public struct StepUpChallenge: Sendable, Hashable {
    /// The authentication contexts that would do, the preferred one first (`acr_values`); empty when any would.
    public let acrValues: [String]
    /// The largest age of the sign-in (`max_age`), if that matters.
    public let maxAge: Duration?
    /// The scope that the new token must have, if the server says so.
    public let scope: String?

    /// Creates a challenge.
    public init(acrValues: [String] = [], maxAge: Duration? = nil, scope: String? = nil) {
        self.acrValues = acrValues
        self.maxAge = maxAge
        self.scope = scope
    }

    /// Reads the challenge of a response; `nil` if there is no challenge.
    public init?(_ response: CardeaResponse) {
        guard response.status == 401 || response.status == 403 else { return nil }
        let challenges = AuthenticationChallenge.parse(response.fields.values(of: .wwwAuthenticate))
        guard let challenge = challenges.first(where: { $0["error"] == "insufficient_user_authentication" })
        else { return nil }
        self.init(
            acrValues: challenge["acr_values"]?.split(separator: " ").map(String.init) ?? [],
            maxAge: challenge["max_age"].flatMap { UInt32($0) }.map { .seconds($0) },
            scope: challenge["scope"]
        )
    }
}
