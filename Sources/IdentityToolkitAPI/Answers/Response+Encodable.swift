import FoundationEssentials
import HTTPMessages
import HTTPRouting

extension Response {
    /// An answer that holds a message; tokens and accounts are nothing to be cached.
    static func json(encoding message: some Encodable, status: Int = 200) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        guard let body = try? encoder.encode(message) else { return Response(status: 500) }
        var response = Response.json(Array(body), status: status)
        response.fields[.cacheControl] = "no-store"
        return response
    }
}
