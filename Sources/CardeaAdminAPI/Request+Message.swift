import FoundationEssentials
import CardeaHTTPRouting

extension Request {
    /// The message in the body.
    ///
    /// - Throws: `AdminError`, which names what is wrong.
    func message<Message: Decodable>(_: Message.Type) throws -> Message {
        do {
            return try JSONDecoder().decode(Message.self, from: Data(body))
        } catch DecodingError.keyNotFound(let key, let context) {
            throw AdminError(.badRequest, "'\(context.name(of: key))' is missing")
        } catch DecodingError.valueNotFound(_, let context) where !context.codingPath.isEmpty {
            throw AdminError(.badRequest, "'\(context.name())' is missing")
        } catch DecodingError.typeMismatch(_, let context), DecodingError.dataCorrupted(let context) {
            guard context.codingPath.isEmpty else {
                throw AdminError(.badRequest, "'\(context.name())' has a value of the wrong type")
            }
            throw AdminError(.badRequest, "the body is not one JSON object")
        } catch {
            throw AdminError(.badRequest, "the body is not one JSON object")
        }
    }
}

extension DecodingError.Context {
    /// The path of the value: `settings.tokens`.
    fileprivate func name(of last: (any CodingKey)? = nil) -> String {
        (codingPath + [last].compactMap(\.self)).map(\.stringValue).joined(separator: ".")
    }
}
