/// Reads the errors in `WWW-Authenticate` (RFC 6750 §3.1): for back ends whose 401 can mean other things too.
public struct ChallengeClassifier: ResponseClassifier {
    private let errors: Set<String>

    /// Creates a classifier.
    ///
    /// - Parameter errors: The errors that mean "the token is no longer good".
    public init(expired errors: Set<String> = ["invalid_token"]) {
        self.errors = errors
    }

    /// `expired` when a challenge names one of the errors.
    public func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        guard response.status >= 400 else { return .accepted }
        let challenges = AuthenticationChallenge.parse(response.fields.values(of: .wwwAuthenticate))
        return challenges.contains { $0["error"].map(errors.contains) ?? false } ? .expired : .accepted
    }
}

/// Sees that the server wants the user to authenticate again (RFC 9470).
public struct StepUpClassifier: ResponseClassifier {
    /// Creates a classifier.
    public init() {}

    /// `stepUp` when there is such a challenge.
    public func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        StepUpChallenge(response).map { .stepUp($0) } ?? .accepted
    }
}

extension ResponseClassifier where Self == ChallengeClassifier {
    /// `expired` for these errors in `WWW-Authenticate`.
    public static func challenge(expired errors: Set<String> = ["invalid_token"]) -> Self {
        Self(expired: errors)
    }
}

extension ResponseClassifier where Self == StepUpClassifier {
    /// `stepUp` for a step-up challenge (RFC 9470).
    public static var stepUp: Self { Self() }
}

extension ResponseClassifier where Self == EitherClassifier<StepUpClassifier, StatusClassifier> {
    /// A step-up challenge where there is one (RFC 9470), otherwise `expired` for 401.
    public static var standard: Self { StepUpClassifier().or(.unauthorized) }
}
