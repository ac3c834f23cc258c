/// The reason why a text is not one JSON value, or is larger than its reader allows.
package enum JSONError: Error, Sendable, Equatable {
    /// The text breaks the grammar of RFC 8259, or is not UTF-8.
    case malformed
    /// An object has a name twice.
    case repeatedName(String)
    /// Arrays and objects are nested deeper than the limit.
    case nestedTooDeep(limit: Int)
    /// An object has more members than the limit.
    case tooManyMembers(limit: Int)
    /// An array has more elements than the limit.
    case tooManyElements(limit: Int)
    /// A name is longer than the limit, in bytes of UTF-8.
    case nameTooLong(limit: Int)
}
