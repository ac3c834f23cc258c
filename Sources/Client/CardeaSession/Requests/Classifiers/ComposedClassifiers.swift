/// Asks one classifier, and a second when the first finds nothing.
struct EitherClassifier: ResponseClassifier {
    let first: any ResponseClassifier
    let second: any ResponseClassifier

    /// The first verdict that is not `accepted`.
    func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        let classification = first.classify(response, to: request)
        return classification == .accepted ? second.classify(response, to: request) : classification
    }
}

/// Asks a second classifier where the first finds something.
struct BothClassifier: ResponseClassifier {
    let first: any ResponseClassifier
    let second: any ResponseClassifier

    /// The second verdict, unless the first is `accepted`.
    func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        first.classify(response, to: request) == .accepted
            ? .accepted : second.classify(response, to: request)
    }
}
