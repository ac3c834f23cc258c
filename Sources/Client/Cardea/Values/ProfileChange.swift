/// The change of one field of a profile.
public enum ProfileChange<Value: Sendable & Equatable>: Sendable, Equatable {
    /// It stays as it is.
    case keep
    /// It becomes this.
    case set(Value)
    /// It is removed.
    case clear
}

extension ProfileChange: ExpressibleByUnicodeScalarLiteral, ExpressibleByExtendedGraphemeClusterLiteral,
    ExpressibleByStringLiteral
where Value == String {
    /// It becomes this text.
    public init(stringLiteral value: String) {
        self = .set(value)
    }
}
