/// Says what an answer means for the credential that its request carried.
///
/// Statuses, `WWW-Authenticate`, codes in a JSON body or a header field, and tokens that come with an answer are
/// there; classifiers are put together by `or` and `and`.
public protocol ResponseClassifier: Sendable {
    /// Judges an answer.
    ///
    /// Of a streamed answer up to 64 KiB of the content are there when it is a refusal, or JSON that may be as short;
    /// otherwise it is empty.
    func classify(_ response: HTTPResponse, to request: HTTPRequest) -> ResponseVerdict
}

/// What an answer means for the credential.
public enum ResponseVerdict: Sendable, Hashable {
    /// The credential was accepted, or the answer does not speak of it.
    case accepted
    /// The access token is no longer good: renew it and send the request again.
    case expired
    /// The session is over.
    case rejected(SignOutReason)
    /// The user has to show once more, or better, who they are.
    case stepUp(StepUpChallenge)
    /// The credential was accepted, and this newer one came with the answer.
    indirect case issued(Credential)
}
