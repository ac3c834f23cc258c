import FoundationEssentials

extension Response {
    /// A response that holds a message as JSON with sorted members.
    package static func json(encoding message: some Encodable, status: Int = 200) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(message) else { return Response(status: 500) }
        return .json(Array(body), status: status)
    }
}
