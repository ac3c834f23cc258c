/// Finds out what a response means for the credential that its request carried.
package protocol ResponseClassifier: Sendable {
    /// Classifies a response.
    func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification
}

/// The effect of a response on the credential.
public enum ResponseClassification: Sendable, Hashable {
    /// The credential was accepted, or the response does not speak of it.
    case accepted
    /// The access token is no longer good: refresh it and send the request again.
    case expired
    /// The session has ended.
    case rejected(SignOutReason)
    /// The user has to show once more, or better, who they are.
    case stepUp(StepUpChallenge)
    /// The credential was accepted, and this newer one came with the response.
    indirect case issued(SessionCredential)
}
