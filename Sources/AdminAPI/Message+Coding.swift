import FoundationEssentials
import HTTPRouting

extension Request {
    /// The message in the body.
    func message<Message: Decodable>(_: Message.Type) throws -> Message {
        do {
            return try JSONDecoder().decode(Message.self, from: Data(body))
        } catch {
            throw AdminError(.badRequest, "the body is not what was expected")
        }
    }
}

extension Response {
    /// An answer that holds a message.
    static func json(encoding message: some Encodable, status: Int = 200) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(message) else { return Response(status: 500) }
        return .json(Array(body), status: status)
    }
}
