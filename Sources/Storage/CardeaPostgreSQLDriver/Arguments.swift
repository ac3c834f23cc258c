internal import CCardeaPostgreSQL
internal import CardeaSQLCore

/// The value of a parameter.
enum Argument {
    case value(SQLValue)
    /// The values of a column of a list of rows; without a type, it is that of the first value.
    case array([SQLValue], of: Oid? = nil)
}

/// The values of the parameters of one statement in the binary format of the protocol, one after the other.
struct EncodedArguments {
    /// The number of a type; 0 lets the server infer it.
    private(set) var types: [Oid] = []
    /// The size of each value; `nil` for null.
    private(set) var sizes: [Int?] = []
    private(set) var bytes: [UInt8] = []

    init(_ arguments: [Argument]) {
        for argument in arguments {
            let start = bytes.count
            switch argument {
            case .value(let value):
                types.append(TypeNumber.of(value))
                append(value)
                sizes.append(value == .null ? nil : bytes.count - start)
            case .array(let values, let type):
                types.append(append(array: values, of: type))
                sizes.append(bytes.count - start)
            }
        }
        // An address is needed for an empty value, too.
        bytes.append(0)
    }

    private mutating func append(_ value: SQLValue) {
        switch value {
        case .null: break
        case .integer(let integer): append(bigEndian: UInt64(bitPattern: integer))
        case .text(let text): bytes += text.utf8
        case .blob(let blob): bytes += blob
        }
    }

    /// Appends an array of one dimension.
    ///
    /// - Returns: The number of its type.
    private mutating func append(array values: [SQLValue], of type: Oid?) -> Oid {
        let element = type ?? values.lazy.map(TypeNumber.of).first { $0 != 0 } ?? TypeNumber.text
        append(bigEndian: UInt32(1))
        append(bigEndian: UInt32(values.contains(.null) ? 1 : 0))
        append(bigEndian: element)
        append(bigEndian: UInt32(values.count))
        append(bigEndian: UInt32(1))
        for value in values {
            let start = bytes.count
            append(bigEndian: UInt32.max)
            guard value != .null else { continue }
            append(value)
            let size = UInt32(bytes.count - start - 4)
            for place in 0..<4 {
                bytes[start + place] = UInt8(truncatingIfNeeded: size >> UInt32(24 - 8 * place))
            }
        }
        return TypeNumber.array(of: element) ?? 0
    }

    private mutating func append(bigEndian number: some FixedWidthInteger) {
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }
}

/// The numbers of types in the catalog `pg_type`, which never change.
enum TypeNumber {
    static let boolean: Oid = 16
    static let bytes: Oid = 17
    static let name: Oid = 19
    static let int8: Oid = 20
    static let int2: Oid = 21
    static let int4: Oid = 23
    static let text: Oid = 25

    static func of(_ value: SQLValue) -> Oid {
        switch value {
        case .null: 0
        case .integer: int8
        case .text: text
        case .blob: bytes
        }
    }

    /// The type of arrays; `nil` for types that no column has.
    static func array(of element: Oid) -> Oid? {
        switch element {
        case int8: 1016
        case bytes: 1001
        case text: 1009
        default: nil
        }
    }
}
