import CardeaEncodings

/// HTML as text.
///
/// Everything but literals of the program is escaped.
struct HTMLText {
    private(set) var text = ""

    /// Appends a tag or other markup of the program itself.
    mutating func markup(_ literal: StaticString) { text += "\(literal)" }

    /// Appends text for people, escaped.
    mutating func string(_ string: String) { text += HTMLEscaping.escape(string) }

    /// Appends an element that holds text only.
    mutating func element(_ name: StaticString, _ content: String, _ attributes: (StaticString, String)...) {
        text += "<\(name)"
        for (name, value) in attributes { attribute(name, value) }
        text += ">"
        string(content)
        text += "</\(name)>\n"
    }

    /// Appends an element without content and end tag.
    mutating func void(_ name: StaticString, _ attributes: (StaticString, String)...) {
        text += "<\(name)"
        for (name, value) in attributes { attribute(name, value) }
        text += ">\n"
    }

    /// Appends an attribute, within a tag that `markup` opened.
    mutating func attribute(_ name: StaticString, _ value: String) {
        text += " \(name)=\""
        string(value)
        text += "\""
    }
}
