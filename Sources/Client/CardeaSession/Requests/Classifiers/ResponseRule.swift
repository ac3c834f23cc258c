public import CardeaHTTPMessages

/// A rule that finds out what a response means for the credential; rules are combined by `or` and `and`.
///
///     classifier: .bodyCode("rcode", expired: [30061], signedOutElsewhere: [30062]).or(.unauthorized)
public struct ResponseRule: ResponseClassifier {
    private let classifier: any ResponseClassifier

    package init(_ classifier: some ResponseClassifier) {
        self.classifier = classifier
    }

    /// Creates a rule from a closure.
    ///
    /// Of a streamed response, the body has up to 64 KiB if it is a rejection or short JSON; otherwise the body is
    /// empty.
    public init(
        _ classify: @escaping @Sendable (CardeaResponse, CardeaRequest) -> ResponseClassification
    ) {
        classifier = ClosureClassifier(classify: classify)
    }

    /// Applies the rule.
    public func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        classifier.classify(response, to: request)
    }
}

private struct ClosureClassifier: ResponseClassifier {
    let classify: @Sendable (CardeaResponse, CardeaRequest) -> ResponseClassification

    func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        classify(response, request)
    }
}

extension ResponseRule {
    /// This rule, and `other` where it finds nothing.
    public func or(_ other: ResponseRule) -> ResponseRule {
        ResponseRule(EitherClassifier(first: self, second: other))
    }

    /// The result of `other` if this rule has a result too.
    public func and(_ other: ResponseRule) -> ResponseRule {
        ResponseRule(BothClassifier(first: self, second: other))
    }
}

extension ResponseRule {
    /// A step-up challenge if there is one (RFC 9470), otherwise `expired` for status 401.
    public static var standard: Self { stepUp.or(.unauthorized) }

    /// `stepUp` for a step-up challenge (RFC 9470).
    public static var stepUp: Self { Self(StepUpClassifier()) }

    /// `expired` for status 401 (RFC 9110 §15.5.2).
    public static var unauthorized: Self { .status([401]) }

    /// `expired` for status 401, unless the response is a page of HTML.
    public static var ownUnauthorized: Self { .status([401], overlooksPages: true) }

    /// `expired` for these statuses.
    ///
    /// - Parameters:
    ///   - statuses: The statuses.
    ///   - overlooksPages: Whether a page of HTML means nothing: gateways, proxies and captive portals send those.
    /// - Returns: The rule.
    public static func status(_ statuses: Set<Int>, overlooksPages: Bool = false) -> Self {
        Self(StatusClassifier(statuses, overlooksPages: overlooksPages))
    }

    /// `expired` for these errors in `WWW-Authenticate` (RFC 6750 §3.1).
    public static func challenge(expired errors: Set<String> = ["invalid_token"]) -> Self {
        Self(ChallengeClassifier(expired: errors))
    }

    /// A code in a JSON body, with any status: for back ends that also send status 200 for errors.
    ///
    /// - Parameters:
    ///   - path: The name of the member that holds the code, a number or a text; dots lead into objects: `error.code`.
    ///   - expired: The codes for "the token is no longer good".
    ///   - signedOutElsewhere: The codes for "the user signed in on another device", which end the session.
    ///   - rejected: Further codes that end the session, and why.
    /// - Returns: The rule.
    public static func bodyCode(
        _ path: String,
        expired: Set<ResponseCode>,
        signedOutElsewhere: Set<ResponseCode> = [],
        rejected: [ResponseCode: SignOutReason] = [:]
    ) -> Self {
        Self(
            BodyCodeClassifier(
                path,
                expired: expired,
                signedOutElsewhere: signedOutElsewhere,
                rejected: rejected
            )
        )
    }

    /// A code in a header field, whose whole value it is; the parameters are those of `bodyCode`.
    public static func headerCode(
        _ field: HeaderFields.Name,
        expired: Set<ResponseCode>,
        signedOutElsewhere: Set<ResponseCode> = [],
        rejected: [ResponseCode: SignOutReason] = [:]
    ) -> Self {
        Self(
            HeaderCodeClassifier(
                field,
                expired: expired,
                signedOutElsewhere: signedOutElsewhere,
                rejected: rejected
            )
        )
    }

    /// A new access token in a header field.
    ///
    /// - Parameters:
    ///   - field: The field that carries the token.
    ///   - scheme: The word that may be before the token, such as `Bearer`.
    ///   - lifetime: The lifetime of the token; `nil` for the token's own `exp` (RFC 7519 §4.1.4), if it has one.
    /// - Returns: The rule.
    public static func issuedToken(
        in field: HeaderFields.Name,
        scheme: String? = nil,
        lifetime: Duration? = nil
    ) -> Self {
        Self(IssuedTokenClassifier(field, scheme: scheme, lifetime: lifetime))
    }
}
