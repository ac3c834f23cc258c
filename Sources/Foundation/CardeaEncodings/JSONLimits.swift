/// Limits of a JSON text, which bound the work of reading it.
package struct JSONLimits: Sendable {
    /// The largest depth of nested arrays and objects.
    package var nesting: Int
    /// The largest number of members of one object.
    package var members: Int
    /// The largest number of values of one array.
    package var elements: Int
    /// The largest length of a name, in bytes of UTF-8.
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
