/// Text, escaped for HTML.
package enum HTMLEscaping {
    /// Escapes a text for elements and for quoted attributes.
    ///
    /// It reads scalars: with a combining mark behind it, a quotation mark is another character, and still ends an attribute.
    package static func escape(_ text: String) -> String {
        var html = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": html += "&amp;"
            case "<": html += "&lt;"
            case ">": html += "&gt;"
            case "\"": html += "&quot;"
            case "'": html += "&#39;"
            default: html.unicodeScalars.append(scalar)
            }
        }
        return html
    }
}
