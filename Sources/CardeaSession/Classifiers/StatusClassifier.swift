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

extension ResponseClassifier where Self == StatusClassifier {
    /// `expired` for these statuses.
    public static func status(_ statuses: Set<Int>) -> Self { Self(statuses) }
    /// `expired` for 401 alone (RFC 9110 §15.5.2).
    public static var unauthorized: Self { Self([401]) }
}
