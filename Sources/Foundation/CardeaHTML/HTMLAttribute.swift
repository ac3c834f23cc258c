import CardeaEncodings

/// An attribute of an element; its value is escaped.
package struct HTMLAttribute: Sendable {
    private enum Value {
        case text(String)
        /// The attribute has no value: its presence counts.
        case present
        case omitted
    }

    private let name: StaticString
    private let value: Value

    private init(_ name: StaticString, _ value: Value) {
        self.name = name
        self.value = value
    }

    private init(_ name: StaticString, _ text: String) { self.init(name, .text(text)) }

    /// The attribute if a condition holds; otherwise nothing.
    package func when(_ condition: Bool) -> HTMLAttribute {
        condition ? self : HTMLAttribute(name, .omitted)
    }

    func append(to bytes: inout [UInt8]) {
        if case .omitted = value { return }
        bytes.append(" ")
        bytes.append(name)
        guard case .text(let text) = value else { return }
        bytes.append("=\"")
        HTMLEscaping.append(text, to: &bytes)
        bytes.append("\"")
    }
}

extension HTMLAttribute {
    package static func `class`(_ names: String) -> Self { Self("class", names) }
    package static func id(_ id: String) -> Self { Self("id", id) }
    package static func lang(_ tag: String) -> Self { Self("lang", tag) }
    package static func role(_ role: String) -> Self { Self("role", role) }
    package static func name(_ name: String) -> Self { Self("name", name) }
    package static func content(_ content: String) -> Self { Self("content", content) }
    package static func charset(_ charset: String) -> Self { Self("charset", charset) }
    package static func rel(_ relation: String) -> Self { Self("rel", relation) }
    package static func type(_ type: String) -> Self { Self("type", type) }
    package static func alt(_ text: String) -> Self { Self("alt", text) }
    package static func method(_ method: String) -> Self { Self("method", method) }
    package static func `for`(_ id: String) -> Self { Self("for", id) }
    package static func value(_ value: String) -> Self { Self("value", value) }
    package static func autocomplete(_ kind: String) -> Self { Self("autocomplete", kind) }
    package static func minlength(_ count: Int) -> Self { Self("minlength", "\(count)") }
    package static func maxlength(_ count: Int) -> Self { Self("maxlength", "\(count)") }
    package static func tabindex(_ index: Int) -> Self { Self("tabindex", "\(index)") }
    package static func viewBox(_ box: String) -> Self { Self("viewBox", box) }
    package static func ariaDescribedby(_ ids: String) -> Self { Self("aria-describedby", ids) }
    package static var ariaInvalid: Self { Self("aria-invalid", "true") }
    package static var ariaHidden: Self { Self("aria-hidden", "true") }
    package static func dataParameters(_ json: String) -> Self { Self("data-parameters", json) }

    package static func align(_ side: String) -> Self { Self("align", side) }
    /// A style as it is: for mails, which have no stylesheet.
    package static func style(_ declarations: StaticString) -> Self { Self("style", "\(declarations)") }
    /// The table is for the layout, and not for data.
    package static var presentation: Self { .role("presentation") }

    package static var required: Self { Self("required", .present) }
    package static var readonly: Self { Self("readonly", .present) }
    package static var autofocus: Self { Self("autofocus", .present) }
    package static var checked: Self { Self("checked", .present) }
}

// Attributes with an address. An unsafe one is omitted, so that the element leads nowhere.
extension HTMLAttribute {
    package static func href(_ url: String) -> Self { Self("href", url).when(isSafe(url)) }
    package static func action(_ url: String) -> Self { Self("action", url).when(isSafe(url)) }

    /// The place of an address that is put there later.
    package static func href(placeholder: StaticString) -> Self { Self("href", "\(placeholder)") }

    /// The address of a script or a picture; the program contains the data of some pictures.
    package static func src(_ url: String) -> Self {
        Self("src", url).when(isSafe(url) || url.hasPrefix(exact: "data:image/"))
    }

    /// Whether an address is a path of this server, or one of `http` or `https`.
    ///
    /// Browsers drop white space and control characters before they read the scheme, and read `\` as `/`. So none may be there.
    private static func isSafe(_ url: String) -> Bool {
        guard url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }) else {
            return false
        }
        if url.hasPrefix(exact: "/") { return !url.hasPrefix(exact: "//") }
        let start = String(
            decoding: url.utf8.prefix(8).map { ASCII.isUppercase($0) ? $0 | 0x20 : $0 },
            as: UTF8.self
        )
        return start.hasPrefix(exact: "https://") || start.hasPrefix(exact: "http://")
    }
}
