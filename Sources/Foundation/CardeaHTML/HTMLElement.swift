/// An element with content.
package struct HTMLElement: Sendable {
    private let name: StaticString

    init(_ name: StaticString) { self.name = name }

    package func callAsFunction(_ attributes: HTMLAttribute..., @HTMLBuilder content: () -> HTML) -> HTML {
        var html = HTML(tag: name, attributes)
        html.append(content())
        html.end(tag: name)
        return html
    }
}

/// An element without content and end tag (HTML, "void elements").
package struct HTMLVoidElement: Sendable {
    private let name: StaticString

    init(_ name: StaticString) { self.name = name }

    package func callAsFunction(_ attributes: HTMLAttribute...) -> HTML { HTML(tag: name, attributes) }
}

// The elements that pages have. A script's content is not text: a page loads it by its address.
package let html = HTMLElement("html")
package let head = HTMLElement("head")
package let title = HTMLElement("title")
package let body = HTMLElement("body")
package let header = HTMLElement("header")
package let main = HTMLElement("main")
package let aside = HTMLElement("aside")
package let footer = HTMLElement("footer")
package let h1 = HTMLElement("h1")
package let p = HTMLElement("p")
package let div = HTMLElement("div")
package let span = HTMLElement("span")
package let b = HTMLElement("b")
package let small = HTMLElement("small")
package let code = HTMLElement("code")
package let ul = HTMLElement("ul")
package let li = HTMLElement("li")
package let a = HTMLElement("a")
package let details = HTMLElement("details")
package let summary = HTMLElement("summary")
package let form = HTMLElement("form")
package let label = HTMLElement("label")
package let button = HTMLElement("button")
package let svg = HTMLElement("svg")
package let table = HTMLElement("table")
package let tr = HTMLElement("tr")
package let td = HTMLElement("td")

package let br = HTMLVoidElement("br")
package let meta = HTMLVoidElement("meta")
package let link = HTMLVoidElement("link")
package let img = HTMLVoidElement("img")
package let input = HTMLVoidElement("input")

/// A script that the server sends from a path; the element has no text.
package func script(_ attributes: HTMLAttribute...) -> HTML {
    var html = HTML(tag: "script", attributes)
    html.end(tag: "script")
    return html
}
