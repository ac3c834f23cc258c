import CardeaEncodings

/// Markup as bytes, in which all text is escaped.
///
/// Elements are written as calls, and their content as closures:
///
///     p(.class("dim")) { "Fish & chips" }
package struct HTML: Sendable {
    package private(set) var bytes: [UInt8] = []

    /// Nothing.
    package init() {}

    /// Escaped text.
    package init(_ text: String) { HTMLEscaping.append(text, to: &bytes) }

    /// Markup as it is: a literal of the program, never a value.
    package init(trusted markup: StaticString) { bytes.append(markup) }

    /// A whole document.
    package static func document(@HTMLBuilder content: () -> HTML) -> HTML {
        var document = HTML(trusted: "<!DOCTYPE html>\n")
        document.append(content())
        document.bytes.append("\n")
        return document
    }

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    package mutating func append(_ other: HTML) { bytes += other.bytes }

    /// A tag with attributes; its content and its end tag follow.
    init(tag name: StaticString, _ attributes: [HTMLAttribute]) {
        bytes.append("<")
        bytes.append(name)
        for attribute in attributes { attribute.append(to: &bytes) }
        bytes.append(">")
    }

    mutating func end(tag name: StaticString) {
        bytes.append("</")
        bytes.append(name)
        bytes.append(">")
    }
}

/// Joins the lines of a closure: texts, elements, conditions and loops.
@resultBuilder
package enum HTMLBuilder {
    package static func buildExpression(_ html: HTML) -> HTML { html }
    package static func buildExpression(_ text: String) -> HTML { HTML(text) }
    package static func buildBlock() -> HTML { HTML() }
    package static func buildPartialBlock(first: HTML) -> HTML { first }
    package static func buildPartialBlock(accumulated: consuming HTML, next: HTML) -> HTML {
        accumulated.append(next)
        return accumulated
    }
    package static func buildOptional(_ html: HTML?) -> HTML { html ?? HTML() }
    package static func buildEither(first html: HTML) -> HTML { html }
    package static func buildEither(second html: HTML) -> HTML { html }
    package static func buildArray(_ parts: [HTML]) -> HTML {
        parts.reduce(into: HTML()) { $0.append($1) }
    }
}
