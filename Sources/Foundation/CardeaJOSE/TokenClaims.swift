package import CardeaEncodings

/// The claims of a verified token, with typed access (RFC 7519 §4).
package struct TokenClaims: Sendable, Equatable {
    package let members: JSONObject

    /// Reads a JSON object.
    ///
    /// - Throws: `malformed` for anything else, and for a name that occurs twice.
    package init(_ json: [UInt8]) throws(JOSEError) {
        guard let members = JSONValue(parsing: json)?.object else { throw .malformed }
        self.members = members
    }

    package func string(_ name: String) -> String? { members[name]?.string }
    package func integer(_ name: String) -> Int64? { members[name]?.integer }

    /// A claim that is a string or an array of them, like `aud`; empty where it is missing or anything else.
    package func strings(_ name: String) -> [String] {
        switch members[name] {
        case .string(let value):
            return [value]
        case .array(let values):
            let strings = values.compactMap(\.string)
            return strings.count == values.count ? strings : []
        default:
            return []
        }
    }

    /// A `NumericDate`: whole seconds since 1970, fractions dropped (RFC 7519 §2).
    package func seconds(_ name: String) -> Int64? {
        switch members[name] {
        case .integer(let seconds): seconds
        case .number(let seconds): Int64(exactly: seconds.value.rounded(.down))
        default: nil
        }
    }

    /// A claim that is an object, with the same typed access.
    package func object(_ name: String) -> TokenClaims? {
        members[name]?.object.map(TokenClaims.init(members:))
    }

    private init(members: JSONObject) {
        self.members = members
    }
}
