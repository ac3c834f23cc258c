/// The forms of JSON that are read.
package enum JSONGrammar: Sendable {
    /// RFC 8259.
    case json
    /// JSON5 (https://spec.json5.org), for files that people write. Infinite numbers are rejected.
    case json5
}
