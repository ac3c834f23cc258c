/// A mail in HTML: the name of the app above, one card with one button.
///
/// It has tables and inline styles: what programs for mail show alike. They leave out stylesheets.
package struct Letter: Sendable {
    private let language: String
    private let name: String
    private let subject: String
    /// The paragraphs before the button.
    package var before: [String] = []
    /// The words of the button.
    package var button = ""
    /// The sentences below the button.
    ///
    /// The address of the link follows the last one, for programs that show no button.
    package var hints: [String] = []
    /// The paragraphs behind the link.
    package var after: [String] = []

    /// - Parameters:
    ///   - language: A BCP 47 tag.
    ///   - name: The name of the app.
    ///   - subject: The subject, which is the heading, too.
    package init(language: String, name: String, subject: String) {
        self.language = language
        self.name = name
        self.subject = subject
    }

    /// The document.
    ///
    /// - Parameter address: The placeholder of the link; the sender puts an address of the server there.
    /// - Returns: The document.
    package func document(link address: StaticString) -> HTML {
        .document {
            html(.lang(language)) {
                head {
                    meta(.charset("utf-8"))
                    meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
                    meta(.name("color-scheme"), .content("light"))
                    title { subject }
                }
                body(.style("margin:0;background:#f7f6f3")) {
                    table(.presentation, .style("width:100%")) {
                        tr { td(.align("center"), .style("padding:32px 16px")) { frame(address) } }
                    }
                }
            }
        }
    }

    private func frame(_ address: StaticString) -> HTML {
        table(
            .presentation,
            .style(
                """
                width:100%;max-width:520px;\
                font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;\
                font-size:16px;line-height:1.5;color:#1c1b18
                """
            )
        ) {
            tr { td(.style("padding:0 0 16px;font-weight:600")) { name } }
            tr {
                td(.style("background:#ffffff;border:1px solid #e6e3dc;border-radius:14px;padding:32px")) {
                    h1(.style("margin:0 0 16px;font-size:22px;line-height:1.3")) { subject }
                    paragraphs(before)
                    p(.style("margin:24px 0")) {
                        a(
                            .href(placeholder: address),
                            .style(
                                """
                                display:block;background:#2a4b9b;color:#ffffff;text-decoration:none;\
                                font-weight:600;text-align:center;padding:14px 24px;border-radius:8px
                                """
                            )
                        ) { button }
                    }
                    for hint in hints.dropLast() {
                        p(.style("margin:0 0 16px;color:#55524b;font-size:14px")) { hint }
                    }
                    p(.style("margin:0 0 24px;color:#55524b;font-size:14px")) {
                        hints.last ?? ""
                        br()
                        a(.href(placeholder: address), .style("color:#2a4b9b;word-break:break-all")) {
                            HTML(trusted: address)
                        }
                    }
                    paragraphs(after)
                }
            }
        }
    }

    /// Paragraphs, with the ends of lines that their texts have.
    private func paragraphs(_ texts: [String]) -> HTML {
        texts.reduce(into: HTML()) { html, text in
            html.append(
                p(.style("margin:0 0 16px")) {
                    for (index, line) in text.split(separator: "\n").enumerated() {
                        if index > 0 { br() }
                        String(line)
                    }
                }
            )
        }
    }
}
