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

    /// - Parameters:
    ///   - text: The paths, in camelCase or another spelling; `nil` for the fields that the message has.
    ///   - ignoresUnknown: Whether a path that the resource does not have is ignored.
    /// - Throws: `FieldError` if an update cannot change one of the fields.
    package init(_ text: String?, ignoringUnknown ignoresUnknown: Bool = false) throws(FieldError) {
        let paths = text.map { Set($0.split(separator: ",").map { Self.path(of: $0).exact }) }
        self.paths = paths
        let unknown = (paths ?? []).subtracting(["*"]).filter { !Resource.fields.contains($0) }.map(
            \.wrappedValue
        )
        guard unknown.isEmpty || ignoresUnknown else {
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

    /// Whether the mask has the name of a field itself, and not only of what it is in.
    package func names(_ path: String) -> Bool { paths?.contains(path.exact) ?? false }

    /// A path as the resource has it, or else in camelCase.
    private static func path(of text: Substring) -> String {
        let text = String(text.trimmingPrefix(" "))
        let spelled = Resource.fields.paths.map(\.wrappedValue).filter { text.isSpelling(of: $0) }
        return spelled.count == 1 ? spelled[0] : camelCase(text)
    }

    private static func camelCase(_ path: String) -> String {
        let parts = path.split(separator: "_")
        return parts.dropFirst().reduce(parts.first.map(String.init) ?? "") {
            $0 + $1.prefix(1).uppercased() + $1.dropFirst()
        }
    }
}
