#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The claims that an administrator gives a user, checked and in one form: no space, no name twice.
struct CustomClaims {
    /// The most bytes of their JSON text.
    static let limit = 1000

    /// JSON text of one object; `nil` for no claims.
    let text: String?

    /// - Throws: `.invalidClaims` for anything but an object, `.claimsTooLarge`, `.forbiddenClaim`.
    init(_ json: String) throws(IdentityError) {
        guard json.utf8.count <= Self.limit else { throw .claimsTooLarge }
        guard let claims = try? JSONDecoder().decode([String: JSONValue].self, from: Data(json.utf8)) else {
            throw .invalidClaims
        }
        if let name = claims.keys.sorted().first(where: AccessTokenText.reservedNames.contains) {
            throw .forbiddenClaim(name)
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(claims) else { throw .invalidClaims }
        text = claims.isEmpty ? nil : String(decoding: data, as: UTF8.self)
    }
}

/// Any JSON value.
private enum JSONValue: Codable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        self =
            if value.decodeNil() {
                .null
            } else if let boolean = try? value.decode(Bool.self) {
                .boolean(boolean)
            } else if let integer = try? value.decode(Int64.self) {
                .integer(integer)
            } else if let number = try? value.decode(Double.self) {
                .number(number)
            } else if let string = try? value.decode(String.self) {
                .string(string)
            } else if let array = try? value.decode([JSONValue].self) {
                .array(array)
            } else {
                .object(try value.decode([String: JSONValue].self))
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .boolean(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}
