/// The change of an optional property of a user.
package enum Field<Value: Sendable>: Sendable {
    case keep
    case set(Value)
    case clear

    /// Sets a value, if one is given.
    package init(_ value: Value?) { self = value.map(Self.set) ?? .keep }
}

extension Field {
    func apply(to value: inout Value?) {
        switch self {
        case .keep: break
        case .set(let new): value = new
        case .clear: value = nil
        }
    }

    /// The same field of another type.
    func map<Other>(
        _ transform: (Value) async throws(IdentityError) -> Other
    ) async throws(IdentityError) -> Field<Other> {
        switch self {
        case .keep: .keep
        case .clear: .clear
        case .set(let value): .set(try await transform(value))
        }
    }

    func map<Other>(
        _ transform: (Value) throws(IdentityError) -> Other
    ) throws(IdentityError) -> Field<Other> {
        switch self {
        case .keep: .keep
        case .clear: .clear
        case .set(let value): .set(try transform(value))
        }
    }
}
