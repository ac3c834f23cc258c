import CardeaHTML
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain

extension EmulatorProviderPage {
    static func page(
        _ provider: ProviderID,
        _ query: QueryItems,
        _ accounts: [FederatedIdentity]
    ) -> Response {
        let random = Invention.random()
        return document("Choose an account", provider.rawValue, query, status: 200) {
            heading("Choose an account", "The app asked for \(provider.rawValue).")
            if !accounts.isEmpty {
                ul(.class("accounts")) {
                    for account in accounts { li { choice(of: account, query) } }
                }
            }
            Self.form(query, random.fields) {
                primaryButton("Continue as a new, random user", icon: Icon.dice.html())
            }
            details(.class("line")) {
                summary { "Describe an account yourself" }
                Self.form(query, []) { description(random) }
            }
        }
    }

    static func failure(_ text: String) -> Response {
        document("Sign in", "A provider", nil, status: 400) {
            heading("The address is incomplete", icon: Icon.warning.html("large warn"))
            p { text }
        }
    }

    /// The button of an account that a user has.
    private static func choice(of identity: FederatedIdentity, _ query: QueryItems) -> HTML {
        let address = identity.email?.description ?? identity.id.subject
        return form(query, Invention(identity).fields) {
            button(.class("btn pick"), .type("submit")) {
                avatar(identity.displayName ?? address)
                span {
                    b { identity.displayName ?? address }
                    if identity.displayName != nil { small { address } }
                }
                if identity.email != nil { trust(identity.isEmailTrusted) }
            }
        }
    }

    private static func trust(_ isVerified: Bool) -> HTML {
        span(.class(isVerified ? "chip ok" : "chip warn")) {
            (isVerified ? Icon.done : .open).html()
            isVerified ? "Verified" : "Not verified"
        }
    }

    /// The fields of an account that a person describes.
    @HTMLBuilder
    private static func description(_ account: Invention) -> HTML {
        field("E-mail address", for: "email") {
            input(.id("email"), .name("email"), .type("email"), .value(account.email))
        }
        label(.class("check")) {
            input(.name("email_verified"), .type("checkbox"), .value("true"), .checked)
            "The address is verified"
        }
        field("Name", for: "name") {
            input(.id("name"), .name("name"), .maxlength(256), .value(account.name))
        }
        field("URL of a picture", for: "picture") {
            input(.id("picture"), .name("picture"), .type("url"))
        }
        field("ID", for: "sub") {
            input(.id("sub"), .name("sub"), .required, .maxlength(256), .value(account.subject))
            p(.class("hint")) { "Change it if your test needs a certain one." }
        }
        button(.class("btn"), .type("submit")) { "Continue" }
    }

    private static func form(
        _ query: QueryItems,
        _ fields: [(name: String, value: String)],
        @HTMLBuilder content: () -> HTML
    ) -> HTML {
        let kept = ["providerId", "continueUri", "state", "projectId", "tenantId"].compactMap { name in
            query[name].map { (name: name, value: $0) }
        }
        return CardeaHTML.form(.method("get"), .action(path)) {
            hidden(kept + fields)
            content()
        }
    }

    private static func document(
        _ window: String,
        _ provider: String,
        _ query: QueryItems?,
        status: Int,
        @HTMLBuilder content: () -> HTML
    ) -> Response {
        var shell = PageShell(language: "en", name: "\(provider), played by the emulator")
        shell.tape = "Emulator. Nothing here is real, and no mail is sent."
        shell.foot = query?["projectId"].map { "Project \($0)" } ?? ""
        return Response(
            status: status,
            fields: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
                "referrer-policy": "no-referrer",
                .contentSecurityPolicy:
                    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'",
            ],
            body: shell.document(window, content: content).bytes
        )
    }
}

/// The fields of the form of one account.
private struct Invention {
    let subject: String
    let email: String
    let name: String
    let picture: String
    let isVerified: Bool

    var fields: [(name: String, value: String)] {
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
