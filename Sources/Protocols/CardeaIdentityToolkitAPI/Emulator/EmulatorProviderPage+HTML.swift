import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain

extension EmulatorProviderPage {
    /// The stylesheet of the pages for users, which an emulator has, too.
    private static let stylesheet = "/auth/style.css"

    static func page(
        _ provider: ProviderID,
        _ query: QueryItems,
        _ accounts: [FederatedIdentity]
    ) -> Response {
        let name = HTMLEscaping.escape(provider.rawValue)
        var html = "<h1>Choose an account</h1>\n<p class=\"dim\">The app asked for \(name).</p>\n"
        for identity in accounts {
            let label = identity.displayName ?? identity.email?.description ?? identity.id.subject
            let address = identity.email?.description ?? identity.id.subject
            let trust =
                identity.email == nil ? "" : identity.isEmailTrusted ? " · verified" : " · not verified"
            let button = """
                <button class="pick">\(HTMLEscaping.escape(label))\
                <small>\(HTMLEscaping.escape(address))\(trust)</small></button>

                """
            html += form(query, hidden: Invention(identity).fields, button)
        }
        let random = Invention.random()
        let button = "<button>Continue as a new, random user</button>\n"
        html += form(query, hidden: random.fields, button)
        html += "<details>\n<summary>Describe an account yourself</summary>\n"
        html += form(
            query,
            hidden: [],
            """
            <div class="field"><label for="email">E-mail address</label>
            <input id="email" name="email" type="email" value="\(random.email)"></div>
            <label class="check"><input name="email_verified" type="checkbox" value="true" checked>
            The address is verified</label>
            <div class="field"><label for="name">Name</label>
            <input id="name" name="name" maxlength="256" value="\(random.name)"></div>
            <div class="field"><label for="picture">URL of a picture</label>
            <input id="picture" name="picture" type="url"></div>
            <div class="field"><label for="sub">ID</label>
            <input id="sub" name="sub" required maxlength="256" value="\(random.subject)">
            <p class="hint">Change it if your test needs a certain one.</p></div>
            <button>Continue</button>

            """
        )
        html += "</details>\n"
        return document("Choose an account", "\(name), played by the emulator", html, status: 200)
    }

    private static func form(_ query: QueryItems, hidden: [(String, String)], _ content: String) -> String {
        let kept = ["providerId", "continueUri", "state", "projectId", "tenantId"].compactMap { name in
            query[name].map { (name, $0) }
        }
        let inputs = (kept + hidden).map {
            "<input type=\"hidden\" name=\"\($0.0)\" value=\"\(HTMLEscaping.escape($0.1))\">\n"
        }
        return "<form method=\"get\" action=\"\(path)\">\n\(inputs.joined())\(content)</form>\n"
    }

    static func failure(_ text: String) -> Response {
        let content = "<h1>The address is incomplete</h1>\n<p>\(HTMLEscaping.escape(text))</p>\n"
        return document("Sign in", "A provider, played by the emulator", content, status: 400)
    }

    private static func document(_ title: String, _ name: String, _ content: String, status: Int) -> Response
    {
        let html = """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>\(title) · Cardea emulator</title>
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <link rel="stylesheet" href="\(stylesheet)"></head>
            <body>
            <aside class="tape">Emulator. Nothing here is real, and no mail is sent.</aside>
            <header class="app"><span>\(name)</span></header>
            <main class="card">
            \(content)</main>
            <footer class="foot"></footer>
            </body>
            </html>

            """
        var response = Response(status: status, fields: ["content-type": "text/html; charset=utf-8"])
        response.fields["content-security-policy"] =
            "default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'"
        response.fields["cache-control"] = "no-store"
        response.fields["referrer-policy"] = "no-referrer"
        response.body = Array(html.utf8)
        return response
    }
}

/// The fields of the form of one account.
private struct Invention {
    let subject: String
    let email: String
    let name: String
    let picture: String
    let isVerified: Bool

    var fields: [(String, String)] {
        [
            ("sub", subject), ("email", email), ("email_verified", isVerified ? "true" : ""), ("name", name),
            ("picture", picture),
        ]
    }

    init(_ identity: FederatedIdentity) {
        subject = identity.id.subject
        email = identity.email?.description ?? ""
        name = identity.displayName ?? ""
        picture = identity.photoURL ?? ""
        isVerified = identity.isEmailTrusted
    }

    private init(subject: String, email: String, name: String) {
        (self.subject, self.email, self.name) = (subject, email, name)
        (picture, isVerified) = ("", true)
    }

    /// A new account, with an ID of the length of Google's.
    static func random() -> Invention {
        let first = ["Ada", "Bela", "Chen", "Dora", "Emre", "Fumi", "Goran", "Hana"].randomElement() ?? "Ada"
        let last =
            ["Hollis", "Ito", "Kovacs", "Lund", "Moreau", "Nwosu", "Quill", "Silva"].randomElement()
            ?? "Quill"
        let number = Int.random(in: 100...999)
        return Invention(
            subject: String(UInt64.random(in: 100_000_000_000_000_000...999_999_999_999_999_999)),
            email: "\(first).\(last).\(number)@example.com".lowercased(),
            name: "\(first) \(last)"
        )
    }
}
