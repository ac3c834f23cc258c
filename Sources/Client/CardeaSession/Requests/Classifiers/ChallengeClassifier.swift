import CardeaEncodings

/// Reads the errors in `WWW-Authenticate` (RFC 6750 §3.1): for back ends whose 401 can mean other things too.
package struct ChallengeClassifier: ResponseClassifier {
    private let errors: Set<ExactText>

    /// Creates a classifier.
    ///
    /// - Parameter errors: The errors that mean "the token is no longer good".
    package init(expired errors: Set<String> = ["invalid_token"]) {
        self.errors = Set(errors.map(\.exact))
    }

    /// `expired` when a challenge names one of the errors.
    package func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        guard response.status >= 400 else { return .accepted }
        let challenges = AuthenticationChallenge.parse(response.fields.values(of: .wwwAuthenticate))
        return challenges.contains { $0["error"].map { errors.contains($0.exact) } ?? false }
            ? .expired : .accepted
    }
}

/// Sees that the server wants the user to authenticate again (RFC 9470).
package struct StepUpClassifier: ResponseClassifier {
    /// Creates a classifier.
    package init() {}

    /// `stepUp` when there is such a challenge.
    package func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        StepUpChallenge(response).map { .stepUp($0) } ?? .accepted
    }
}
