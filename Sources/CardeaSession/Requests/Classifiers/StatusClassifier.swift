/// Takes certain statuses for "the token is no longer good".
public struct StatusClassifier: ResponseClassifier {
    private let statuses: Set<Int>
    private let overlooksPages: Bool

    /// Creates a classifier.
    ///
    /// - Parameters:
    ///   - statuses: The statuses.
    ///   - overlooksPages: Whether a response that is a page of HTML means nothing: gateways, proxies and captive portals
    ///     show those, in the name of a back end that speaks otherwise.
    public init(_ statuses: Set<Int>, overlooksPages: Bool = false) {
        self.statuses = statuses
        self.overlooksPages = overlooksPages
    }

    /// `expired` for the statuses, `accepted` for all others.
    public func classify(_ response: CardeaResponse, to request: CardeaRequest) -> ResponseClassification {
        statuses.contains(response.status) && !(overlooksPages && response.isPage) ? .expired : .accepted
    }
}

extension ResponseClassifier where Self == StatusClassifier {
    /// `expired` for these statuses.
    public static func status(_ statuses: Set<Int>, overlooksPages: Bool = false) -> Self {
        Self(statuses, overlooksPages: overlooksPages)
    }
    /// `expired` for 401 alone (RFC 9110 §15.5.2).
    public static var unauthorized: Self { Self([401]) }
    /// `expired` for a 401 of the back end's own: not for one that is a page of HTML.
    public static var ownUnauthorized: Self { Self([401], overlooksPages: true) }
}

extension CardeaResponse {
    /// Whether the content is a page for people: by its type or, where none is told, by how it begins.
    fileprivate var isPage: Bool {
        if let type = fields[.contentType] { return MediaType(type).isHTML }
        let byteOrderMark: Set<UInt8> = [0xEF, 0xBB, 0xBF]
        return body.first { $0 > 32 && !byteOrderMark.contains($0) } == UInt8(ascii: "<")
    }
}
