/// Takes certain statuses for "the token is no longer good".
package struct StatusClassifier: ResponseClassifier {
    private let statuses: Set<Int>
    private let overlooksPages: Bool

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - statuses: The statuses.
    ///   - overlooksPages: Whether a response that is a page of HTML means nothing: gateways, proxies and captive portals
    ///     show those, in the name of a back end that speaks otherwise.
    package init(_ statuses: Set<Int>, overlooksPages: Bool = false) {
        self.statuses = statuses
        self.overlooksPages = overlooksPages
    }

    /// `expired` for the statuses, `accepted` for all others.
    package func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        statuses.contains(response.status) && !(overlooksPages && response.isPage) ? .expired : .accepted
    }
}

extension CardeaResponse {
    /// Whether a captive portal or a gateway responds, and not an API: by a redirect or a page for people.
    package var isForeign: Bool { (300..<400).contains(status) || isPage }

    /// Whether the content is a page for people: by its type or, without a type, by its beginning.
    fileprivate var isPage: Bool {
        if let type = fields[.contentType] { return MediaType(type).isHTML }
        let byteOrderMark: Set<UInt8> = [0xEF, 0xBB, 0xBF]
        return body.first { $0 > 32 && !byteOrderMark.contains($0) } == UInt8(ascii: "<")
    }
}
