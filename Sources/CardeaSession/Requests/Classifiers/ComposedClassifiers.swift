/// Asks one classifier, and a second when the first finds nothing.
public struct EitherClassifier<First: ResponseClassifier, Second: ResponseClassifier>: ResponseClassifier {
    let first: First
    let second: Second

    /// The first verdict that is not `accepted`.
    public func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        let classification = first.classify(response, to: request)
        return classification == .accepted ? second.classify(response, to: request) : classification
    }
}

/// Asks a second classifier where the first finds something.
public struct BothClassifier<First: ResponseClassifier, Second: ResponseClassifier>: ResponseClassifier {
    let first: First
    let second: Second

    /// The second verdict, unless the first is `accepted`.
    public func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        first.classify(response, to: request) == .accepted
            ? .accepted : second.classify(response, to: request)
    }
}

/// A classifier made of a closure.
public struct ClosureClassifier: ResponseClassifier {
    private let judge: @Sendable (CardeaResponse, CardeaRequest) -> ResponseClassification

    /// Creates a classifier.
    public init(_ judge: @escaping @Sendable (CardeaResponse, CardeaRequest) -> ResponseClassification) {
        self.judge = judge
    }

    /// What the closure says.
    public func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        judge(response, request)
    }
}

extension ResponseClassifier {
    /// This classifier, and `other` where it finds nothing.
    public func or<Other: ResponseClassifier>(_ other: Other) -> EitherClassifier<Self, Other> {
        EitherClassifier(first: self, second: other)
    }

    /// What `other` finds, where this classifier finds something too.
    public func and<Other: ResponseClassifier>(_ other: Other) -> BothClassifier<Self, Other> {
        BothClassifier(first: self, second: other)
    }
}
