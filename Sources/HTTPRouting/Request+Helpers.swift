import Encodings
import HTTPMessages

extension Request {
    /// The items of the query in order; `nil` when one of them cannot be decoded.
    package var queryItems: [(name: String, value: String)]? {
        guard let query else { return [] }
        return FormCoding.decode(query.utf8)
    }

    /// The first query item of a name, decoded.
    package func queryItem(_ name: String) -> String? {
        queryItems?.first { $0.name == name }?.value
    }

    /// The media type of the body in lower case, without parameters (RFC 9110 §8.3.1).
    package var mediaType: String? {
        guard let value = fields[.contentType] else { return nil }
        let type = value.prefix { $0 != ";" }.lowercased()
        return String(type.trimming { $0 == " " || $0 == "\t" })
    }

    /// The token of an `Authorization: Bearer` field (RFC 6750 §2.1); `nil` for another scheme or none.
    package var bearerToken: String? {
        guard let value = fields[.authorization] else { return nil }
        let parts = value.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        let token = parts[1].trimming { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }

    /// The fields of an `application/x-www-form-urlencoded` body in order; `nil` for another media type or a bad body.
    package var form: [(name: String, value: String)]? {
        guard mediaType == "application/x-www-form-urlencoded" else { return nil }
        return FormCoding.decode(body)
    }
}

extension StringProtocol {
    fileprivate func trimming(_ isSpace: (Character) -> Bool) -> SubSequence {
        let start = drop(while: isSpace)
        guard let end = start.lastIndex(where: { !isSpace($0) }) else { return start[start.endIndex...] }
        return start[...end]
    }
}
