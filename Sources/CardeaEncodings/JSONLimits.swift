/// How large a JSON text may be in each direction, so that the work of reading it is bounded.
package struct JSONLimits: Sendable {
    /// How deep arrays and objects may be nested.
    package var nesting: Int
    /// The most members of one object.
    package var members: Int
    /// The most values of one array.
    package var elements: Int
    /// The longest name of a member, in bytes of UTF-8.
    package var nameLength: Int

    package init(
        nesting: Int = 32,
        members: Int = .max,
        elements: Int = .max,
        nameLength: Int = .max
    ) {
        self.nesting = nesting
        self.members = members
        self.elements = elements
        self.nameLength = nameLength
    }
}
