/// The frame of a page for people: the app's name above, one card, and the name of the server below.
package struct PageShell: Sendable {
    /// The path of the stylesheet.
    package static let stylePath = "/auth/style.css"
    /// The path of the icon; browsers ask each server for it.
    package static let iconPath = "/favicon.ico"

    private let language: String
    private let name: String
    /// The address of the stylesheet; by default that without the colour of an app.
    package var style = PageShell.stylePath
    /// The logo of the app, as an address or a data URL.
    package var logo: String?
    /// A warning above everything, on the pages of an emulator.
    package var tape: String?
    /// The line below the card.
    package var foot = ""
    /// The script of the page, which runs before the content is shown.
    package var script = HTML()

    /// - Parameters:
    ///   - language: A BCP 47 tag.
    ///   - name: The name of the app, or of the server.
    package init(language: String, name: String) {
        self.language = language
        self.name = name
    }

    /// The document of a page.
    ///
    /// - Parameters:
    ///   - window: The title of the window; the name follows it.
    ///   - content: The content of the card.
    /// - Returns: The document.
    package func document(_ window: String, @HTMLBuilder content: () -> HTML) -> HTML {
        .document {
            html(.lang(language)) {
                head {
                    meta(.charset("utf-8"))
                    meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
                    meta(.name("robots"), .content("noindex"))
                    title { [window, name].filter { !$0.isEmpty }.joined(separator: " · ") }
                    link(.rel("stylesheet"), .href(style))
                    link(.rel("icon"), .type("image/svg+xml"), .href(Self.iconPath))
                }
                body(.class("hosted")) {
                    script
                    if let tape { aside(.class("tape")) { tape } }
                    header(.class("apphead")) {
                        if let logo { img(.class("logo"), .src(logo), .alt("")) }
                        span { name }
                    }
                    main(.class("card")) { content() }
                    footer(.class("foot")) { p { foot } }
                }
            }
        }
    }
}
