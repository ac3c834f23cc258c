package import CardeaEncodings
package import CardeaHTTPMessages
package import CardeaSecrets

extension Request {
    /// The media type of the body in lower case, without parameters (RFC 9110 §8.3.1).
    package var mediaType: String? {
        guard let value = fields[.contentType] else { return nil }
        // The usual values need no change.
        if value.exact == Self.formType || value == "application/json" { return value }
        let type = Substring(value.utf8.prefix { $0 != UInt8(ascii: ";") }).trimming {
            $0 == " " || $0 == "\t"
        }
        let isLower = type.utf8.allSatisfy { !ASCII.isUppercase($0) }
        return isLower ? String(type) : type.lowercased()
    }

    /// Whether the body that the method needs has a content coding (RFC 9110 §8.4).
    var hasEncodedBody: Bool {
        guard !body.isEmpty, method.hasBody else { return false }
        return fields.contains { field in
            field.name == Self.contentEncoding && !field.value.isEmpty
                && field.value.lowercased() != "identity"
        }
    }

    private static let contentEncoding: HeaderFields.Name = "content-encoding"

    /// The token of an `Authorization: Bearer` field (RFC 6750 §2.1); `nil` for another scheme or none.
    package var bearerToken: Secret? {
        guard let value = fields[.authorization] else { return nil }
        let parts = value.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1)
        guard parts.count == 2, Substring(parts[0]).lowercased() == "bearer" else { return nil }
        let token = Substring(parts[1]).trimming { $0 == " " }
        return token.isEmpty ? nil : Secret(String(token))
    }

    private static let formType: ExactText = "application/x-www-form-urlencoded"

    /// The fields of an `application/x-www-form-urlencoded` body in order; `nil` for another media type or a bad body.
    package var form: [FormItem]? {
        guard mediaType?.exact == Self.formType else { return nil }
        return FormCoding.decode(body)
    }
}

extension RequestMethod {
    /// Whether the server reads the body of a request.
    package var hasBody: Bool { self == .post || self == .put || self == .patch }
}

extension Substring {
    /// The text without the spaces around it; scalar by scalar, for characters cost ten times as much.
    fileprivate func trimming(_ isSpace: (Unicode.Scalar) -> Bool) -> Substring {
        let rest = unicodeScalars.drop(while: isSpace)
        guard let end = rest.lastIndex(where: { !isSpace($0) }) else { return Substring(rest) }
        return Substring(rest[...end])
    }
}
