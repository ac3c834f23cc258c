/// Keeps the value of a property out of what its owner prints.
///
/// It is for values that code compares and that are as sensitive as a secret, such as a password's hash. The owner
/// prints `<secret>` in their place, by interpolation, `dump` and reflection.
@propertyWrapper
package struct Unprinted<Value: Sendable>: Redacted {
    package var wrappedValue: Value

    package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension Unprinted: Equatable where Value: Equatable {}

/// A memberwise initializer has a default for an optional value.
extension Unprinted where Value: ExpressibleByNilLiteral {
    package init() { wrappedValue = nil }
}
