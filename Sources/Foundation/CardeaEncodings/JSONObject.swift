/// The members of a JSON object, in the order in which they were written; every name occurs once.
///
/// Names that differ in a byte are two names.
/// Most objects are small: a member is found by comparing names one after another, without a hash table.
package struct JSONObject: Sendable, Equatable {
    package typealias Element = (name: String, value: JSONValue)

    /// From this number of members on, a hash table detects duplicate names.
    private static let largeCount = 16

    private var members: [Element] = []
    /// The names of a large object; empty before.
    private var names: Set<ExactText> = []

    /// An object without members.
    package init() {}

    /// The value of the member with a name; setting `nil` removes the member, a new member is the last.
    package subscript(name: String) -> JSONValue? {
        get { index(of: name).map { members[$0].value } }
        set {
            guard let index = index(of: name) else {
                if let newValue { append(name, newValue) }
                return
            }
            if let newValue {
                members[index].value = newValue
            } else {
                members.remove(at: index)
                names.remove(name.exact)
            }
        }
    }

    /// Adds a member at the end.
    ///
    /// - Returns: `false` if the object has a member of that name; the object is unchanged then.
    package mutating func insert(_ name: String, _ value: JSONValue) -> Bool {
        if members.count < Self.largeCount {
            guard index(of: name) == nil else { return false }
        } else {
            if names.isEmpty { names = Set(members.map(\.name.exact)) }
            guard !names.contains(name.exact) else { return false }
        }
        append(name, value)
        return true
    }

    /// Two objects with the same members are equal in any order (RFC 8259 §4).
    package static func == (one: JSONObject, other: JSONObject) -> Bool {
        one.count == other.count && one.members.allSatisfy { other[$0.name] == $0.value }
    }

    private mutating func append(_ name: String, _ value: JSONValue) {
        members.append((name, value))
        if !names.isEmpty { names.insert(name.exact) }
    }

    private func index(of name: String) -> Int? { members.firstIndex { $0.name.exact == name.exact } }
}

extension JSONObject: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }
    package subscript(position: Int) -> Element { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// - Precondition: Every name occurs once.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        for (name, value) in elements {
            let isNew = insert(name, value)
            precondition(isNew, "The name \(name) occurs twice.")
        }
    }
}
