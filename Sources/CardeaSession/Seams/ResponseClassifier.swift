/// Says what an answer means for the credential that its request carried.
public protocol ResponseClassifier: Sendable {
    /// Judges an answer.
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
}

/// Takes certain statuses for "the token is no longer good".
public struct StatusClassifier: ResponseClassifier {
    private let statuses: Set<Int>

    /// Creates a classifier.
    public init(_ statuses: Set<Int>) {
        self.statuses = statuses
    }

    /// `expired` for the statuses, `accepted` for all others.
    public func classify(_ response: HTTPResponse, to request: HTTPRequest) -> ResponseVerdict {
        statuses.contains(response.status) ? .expired : .accepted
    }
}

/// Asks one classifier, and a second when the first finds nothing.
public struct EitherClassifier<First: ResponseClassifier, Second: ResponseClassifier>: ResponseClassifier {
    let first: First
    let second: Second

    /// The first verdict that is not `accepted`.
    public func classify(_ response: HTTPResponse, to request: HTTPRequest) -> ResponseVerdict {
        let verdict = first.classify(response, to: request)
        return verdict == .accepted ? second.classify(response, to: request) : verdict
    }
}

/// A classifier made of a closure.
public struct ClosureClassifier: ResponseClassifier {
    private let judge: @Sendable (HTTPResponse, HTTPRequest) -> ResponseVerdict

    /// Creates a classifier.
    public init(_ judge: @escaping @Sendable (HTTPResponse, HTTPRequest) -> ResponseVerdict) {
        self.judge = judge
    }

    /// What the closure says.
    public func classify(_ response: HTTPResponse, to request: HTTPRequest) -> ResponseVerdict {
        judge(response, request)
    }
}

extension ResponseClassifier {
    /// This classifier, and `other` where it finds nothing.
    public func or<Other: ResponseClassifier>(_ other: Other) -> EitherClassifier<Self, Other> {
        EitherClassifier(first: self, second: other)
    }
}

extension ResponseClassifier where Self == StatusClassifier {
    /// `expired` for these statuses.
    public static func status(_ statuses: Set<Int>) -> Self { Self(statuses) }
    /// `expired` for 401 alone (RFC 9110 §15.5.2).
    public static var unauthorized: Self { Self([401]) }
}
