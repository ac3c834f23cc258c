/// A picture of a few lines, beside words that say the same.
package enum Icon: Sendable {
    /// Something is done.
    case done
    /// Something is missing or does not work.
    case warning
    /// An input is wrong.
    case error
    /// A property that is not there.
    case open
    /// Something by chance.
    case dice

    private var shape: HTML {
        switch self {
        case .done: HTML(trusted: #"<circle cx="8" cy="8" r="6.3"/><path d="m5.2 8.2 2 2 3.7-4"/>"#)
        case .warning: HTML(trusted: #"<path d="M8 2 14.7 13.6H1.3zM8 6.4v3.3M8 11.6v.01"/>"#)
        case .error:
            HTML(
                trusted: """
                    <path d="M5.4 1.7h5.2l3.7 3.7v5.2l-3.7 3.7H5.4l-3.7-3.7V5.4zM8 4.9v3.6M8 11v.01"/>
                    """
            )
        case .open: HTML(trusted: #"<circle cx="8" cy="8" r="5.3"/>"#)
        case .dice:
            HTML(
                trusted: """
                    <rect x="2" y="2" width="12" height="12" rx="2.5"/>\
                    <path d="M5.3 5.3v.01M10.7 5.3v.01M8 8v.01M5.3 10.7v.01M10.7 10.7v.01"/>
                    """
            )
        }
    }

    /// The picture, with further classes.
    package func html(_ classes: String = "") -> HTML {
        svg(.class(classes.isEmpty ? "i" : "i " + classes), .viewBox("0 0 16 16"), .ariaHidden) { shape }
    }
}

/// The head of a card: what the page is about.
package func heading(_ text: String, _ sentence: String? = nil, icon: HTML = HTML()) -> HTML {
    header {
        icon
        h1 { text }
        if let sentence { p(.class("dim")) { sentence } }
    }
}

/// The first letter of a name, as a picture.
package func avatar(_ name: String) -> HTML {
    span(.class("avatar"), .ariaHidden) { name.prefix(1).uppercased() }
}

/// The one button of a form that most people press.
package func primaryButton(_ text: String, icon: HTML = HTML()) -> HTML {
    button(.class("btn primary"), .type("submit")) {
        icon
        text
    }
}

/// The one link of a page that most people press.
package func primaryLink(_ text: String, to url: String) -> HTML {
    a(.class("btn primary"), .href(url)) { text }
}

/// An input with its label and what explains it.
package func field(_ name: String, for id: String, @HTMLBuilder content: () -> HTML) -> HTML {
    div(.class("field")) {
        label(.for(id)) { name }
        content()
    }
}

/// The error of an input, which the input names by `aria-describedby`.
package func fieldError(_ sentence: String, id: String) -> HTML {
    p(.class("error"), .id(id), .role("alert")) {
        Icon.error.html()
        span { sentence }
    }
}

/// Values that a form sends along.
package func hidden(_ items: [(name: String, value: String)]) -> HTML {
    items.reduce(into: HTML()) { html, item in
        html.append(input(.type("hidden"), .name(item.name), .value(item.value)))
    }
}
