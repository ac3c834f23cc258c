internal import CardeaEncodings

/// The fields of a resource that an update changes.
package struct FieldMask<Resource: ResourceMessage>: Sendable {
    /// Every field, whether the message has it or not.
    package static var all: Self { Self(paths: ["*"]) }

    /// The fields that the message has.
    package static var present: Self { Self(paths: nil) }

    /// The form of the mask in the query of an update.
    package static var form: FieldForm {
        FieldForm(
            name: "updateMask",
            value: .text(maximumBytes: nil),
            summary: "Names of the fields to change, with commas between them."
        )
    }

    /// `nil` for the fields that the message has.
    private let paths: Set<ExactText>?

    private init(paths: Set<ExactText>?) { self.paths = paths }

    /// - Parameter text: The paths, in camelCase or snake_case; `nil` for the fields that the message has.
    /// - Throws: `FieldError` if an update cannot change one of the fields.
    package init(_ text: String?) throws(FieldError) {
        paths = text.map { Set($0.split(separator: ",").map { Self.camelCase($0).exact }) }
        let unknown = (paths ?? []).subtracting(["*"]).filter { !Resource.fields.contains($0) }.map(
            \.wrappedValue
        )
        guard unknown.isEmpty else {
            throw FieldError(.unknownFields(unknown.sorted()), field: Self.form.name)
        }
    }

    /// Whether an update changes a field.
    ///
    /// - Parameters:
    ///   - path: The field, such as `client.permissions.disabledUserSignup`; the mask may name it or what it is in.
    ///   - isPresent: Whether the message has it.
    /// - Returns: `true` if the mask names the field, or if there is no mask and the message has it.
    package func contains(_ path: String, isPresent: Bool) -> Bool {
        assert(Resource.fields.paths.contains(path.exact), "\(Resource.self) has no field \(path)")
        guard let paths else { return isPresent }
        return paths.contains("*")
            || paths.contains { path.exact == $0 || path.hasPrefix(exact: "\($0).") }
    }

    private static func camelCase(_ path: Substring) -> String {
        let parts = path.trimmingPrefix(" ").split(separator: "_")
        return parts.dropFirst().reduce(parts.first.map(String.init) ?? "") {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}
