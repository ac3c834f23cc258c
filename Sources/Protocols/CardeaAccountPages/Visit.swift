import CardeaEncodings
import CardeaHTML
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets

/// One request to a page: its fields, its language and its app.
struct Visit: Sendable {
    let request: Request
    let text: PageText
    private(set) var brand: Brand
    private let fields: [FormItem]
    /// The name of the server as its operator configured it, whatever the request says; empty if it is not known.
    private let host: String

    init(
        _ fields: [FormItem],
        _ request: Request,
        _ languages: PageLanguages = .builtIn,
        host: String = ""
    ) {
        self.fields = fields
        self.request = request
        self.host = host
        brand = Brand(nil, host: host)
        text = languages.texts(fields["lang"], accepted: request.fields["accept-language"])
    }

    subscript(name: String) -> String? { fields[name] }

    /// Makes the page that of an app, if there is one.
    mutating func show(_ scope: RequestScope?) {
        if let scope { brand = Brand(scope, host: host) }
    }
}

extension Visit {
    /// A page in the language and with the look of the app.
    ///
    /// - Parameters:
    ///   - title: The title of the window.
    ///   - status: The status of the response.
    ///   - script: A script that runs before the content is shown.
    ///   - content: The content of the card.
    /// - Returns: The response.
    func page(
        _ title: String,
        status: Int = 200,
        script: HTML = HTML(),
        @HTMLBuilder content: () -> HTML
    ) -> Response {
        var shell = PageShell(language: text.language, name: brand.name)
        shell.style = PageStyle.address(accent: brand.accent)
        shell.logo = brand.logo
        shell.foot = host
        shell.script = script
        return .page(shell.document(title, content: content), status: status)
    }

    /// A page with one sentence about what does not work.
    func notice(_ title: String, _ sentence: String, status: Int, script: HTML = HTML()) -> Response {
        page(title, status: status, script: script) {
            heading(title, icon: Icon.warning.html("large warn"))
            p { sentence }
        }
    }

    func failure(_ error: IdentityError) -> Response {
        let said = explanation(of: error)
        return notice(said.title, said.sentence, status: said.status)
            .recording(code: error.name, limit: error.reachedLimit?.rawValue)
    }

    /// The page of a request that the server rejects; the reason is for developers.
    func rejection(_ error: RequestError) -> Response {
        let said: (title: PageText.Key, sentence: PageText.Key) =
            switch error.status {
            case 408, 500...: (.busyTitle, .busy)
            case _ where request.path.exact == ActionPage.path.exact: (.invalidTitle, .incomplete)
            case _ where request.path.exact == RecoveryCode.pagePath.exact: (.invalidTitle, .recoveryInvalid)
            default: (.signInFailedTitle, .signInFailed)
            }
        return page(text[said.title], status: error.status) {
            heading(text[said.title], icon: Icon.warning.html("large warn"))
            p { text[said.sentence] }
            p(.class("hint"), .lang("en")) { error.reason }
        }
        .recording(code: "INVALID_REQUEST")
    }

    /// The status, the title and the sentence for an error.
    func explanation(of error: IdentityError) -> Explanation {
        func rejected(_ sentence: String) -> Explanation { (400, text[.invalidTitle], sentence) }
        return switch error {
        case .password(.tooShort(let minimum)): rejected(text[.passwordTooShort, minimum])
        case .password(.requirements(let missing)):
            rejected(missing.map(text.error).joined(separator: " "))
        case .password(.missing), .password(.common): rejected(text[.passwordTooCommon])
        case .password(.tooLong): rejected(text[.passwordTooLong])
        case .code(.missing): rejected(text[.incomplete])
        case .code(.expired): rejected(text[.expired])
        case .user(.disabled): rejected(text[.disabled])
        case .user(.emailExists): rejected(text[.emailTaken])
        case .tooManyAttempts: (429, text[.busyTitle], text[.busy])
        case .overloaded, .store: (503, text[.busyTitle], text[.busy])
        case .rule(.passwordSignInOff), .rule(.operationNotAllowed), .rule(.administratorOnly),
            .rule(.sessionLimitReached):
            rejected(text[.notAllowed])
        case .input, .code, .phone, .provider, .link, .user, .credential, .token, .rule, .scope:
            rejected(text[.invalid])
        }
    }

    typealias Explanation = (status: Int, title: String, sentence: String)
}

extension Response {
    /// A page whose address, which may hold a code, is sent to no other site.
    static func page(_ html: HTML, status: Int) -> Response {
        Response(
            status: status,
            fields: [.contentType: "text/html; charset=utf-8", "referrer-policy": "no-referrer"],
            body: html.bytes
        )
    }
}
