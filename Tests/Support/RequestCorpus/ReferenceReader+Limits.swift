package import CardeaHTTPServing

extension ReferenceReader.Limits {
    /// The bounds of a server.
    package init(_ limits: HTTPLimits) {
        self.init(
            headBytes: limits.headBytes,
            targetBytes: limits.targetBytes,
            fieldCount: limits.fieldCount,
            bodyBytes: limits.bodyBytes,
            chunkLineBytes: limits.chunkLineBytes,
            trailerBytes: limits.trailerBytes
        )
    }
}
