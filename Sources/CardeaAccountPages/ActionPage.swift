import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
package import CardeaIdentityService
import CardeaSecrets

/// The page that links in e-mails lead to.
///
/// A GET shows what the link does and changes nothing: programs that scan mail open links, too. The form uses the code by
/// a POST. The code is the credential: the page has no cookie and no script.
package struct ActionPage: Sendable {
    package static let path = "/auth/action"

    let verification: Verification

    package init(verification: Verification) { self.verification = verification }

    func show(_ request: Request) async -> Response {
        let query = request.queryItems ?? []
        let visit = Visit(query, request)
        return await respond(to: visit) { code, caller, _ throws(IdentityError) in
            visit.form(code, minimumPassword: caller.policy.passwords.effectiveMinimum)
        }
    }

    func use(_ request: Request) async -> Response {
        guard let form = request.form else { return Visit([], request).failure(.invalidCode) }
        let visit = Visit(form, request)
        return await respond(to: visit) { code, caller, text async throws(IdentityError) in
            switch code.purpose {
            case .emailSignIn:
                return visit.form(code, minimumPassword: caller.policy.passwords.effectiveMinimum)
            case .verifyEmail, .verifyAndChangeEmail, .recoverEmail:
                _ = try await verification.applyCode(text, by: caller)
            case .passwordReset:
                do throws(IdentityError) {
                    _ = try await verification.resetPassword(
                        Secret(visit["newPassword"] ?? ""),
                        code: text,
                        by: caller
                    )
                } catch {
                    guard error.isAboutPassword else { throw error }
                    let minimum = caller.policy.passwords.effectiveMinimum
                    return visit.form(code, minimumPassword: minimum, problem: error)
                }
            }
            return visit.done(code)
        }
    }

    private func respond(
        to visit: Visit,
        _ body: (ActionCode, Caller, Secret) async throws(IdentityError) -> Response
    ) async -> Response {
        let text = Secret(visit["oobCode"] ?? "")
        do throws(IdentityError) {
            let caller = try await verification.caller(
                ofCode: text,
                remoteAddress: visit.request.remoteAddress,
                userAgent: visit.request.fields[.userAgent],
                language: visit.text.language.rawValue
            )
            let code = try await verification.checkCode(text, by: caller)
            guard let mode = visit["mode"] else { throw .missingCode }
            guard mode == code.purpose.mode else { throw .invalidCode }
            return try await body(code, caller, text)
        } catch {
            return visit.failure(error)
        }
    }
}

extension IdentityError {
    /// Whether another password may succeed.
    fileprivate var isAboutPassword: Bool {
        switch self {
        case .weakPassword, .passwordRequirements, .commonPassword, .passwordTooLong, .missingPassword: true
        default: false
        }
    }
}

/// One request to the page.
struct Visit: Sendable {
    let request: Request
    let text: PageText
    private let fields: [(name: String, value: String)]

    init(_ fields: [(name: String, value: String)], _ request: Request) {
        self.fields = fields
        self.request = request
        let tag = fields.first { $0.name == "lang" }?.value
        text = .of(PageLanguage(tag: tag, accepted: request.fields["accept-language"]))
    }

    subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
}

extension Visit {
    /// The page that says what the link does, with a form to confirm it.
    func form(_ code: ActionCode, minimumPassword: Int, problem: IdentityError? = nil) -> Response {
        let action = text.action(code.purpose)
        return page(action.title, status: problem == nil ? 200 : 400) { html in
            html.element("p", action.question.with("\(code.recipient)"))
            if let problem { html.element("p", explanation(of: problem), ("class", "problem")) }
            if code.purpose == .emailSignIn {
                signInLink(code, &html)
            } else {
                confirmation(code, action, minimumPassword, &html)
            }
            html.element("p", text.notYou, ("class", "note"))
        }
    }

    func done(_ code: ActionCode) -> Response {
        let action = text.action(code.purpose)
        return page(action.doneTitle, status: 200) { html in
            html.element("p", action.done)
            if let url = code.continueURL {
                html.element("a", text.continueToApp, ("href", url), ("class", "button"))
            }
        }
    }

    func failure(_ error: IdentityError) -> Response {
        let (status, title): (Int, String) =
            switch error {
            case .tooManyAttempts: (429, text.busyTitle)
            case .overloaded, .store: (503, text.busyTitle)
            default: (400, text.invalidTitle)
            }
        return page(title, status: status) { html in html.element("p", explanation(of: error)) }
    }

    /// A page with one sentence.
    func notice(_ title: String, _ sentence: String, status: Int) -> Response {
        page(title, status: status) { html in html.element("p", sentence) }
    }

    private func confirmation(
        _ code: ActionCode,
        _ action: PageText.Action,
        _ minimumPassword: Int,
        _ html: inout HTMLText
    ) {
        html.markup("<form method=\"post\"")
        html.attribute("action", ActionPage.path)
        html.markup(">\n")
        for name in ["mode", "oobCode", "lang"] {
            guard let value = self[name] else { continue }
            html.void("input", ("type", "hidden"), ("name", name), ("value", value))
        }
        if code.purpose == .passwordReset {
            html.element("label", text.newPassword, ("for", "newPassword"))
            html.void(
                "input",
                ("type", "password"),
                ("id", "newPassword"),
                ("name", "newPassword"),
                ("autocomplete", "new-password"),
                ("minlength", "\(minimumPassword)"),
                ("maxlength", "4096"),
                ("required", "required"),
                ("autofocus", "autofocus")
            )
        }
        html.element("button", action.button, ("type", "submit"))
        html.markup("</form>\n")
    }

    /// The way into the app, which signs in.
    ///
    /// The app knows the address: the link alone does not suffice.
    private func signInLink(_ code: ActionCode, _ html: inout HTMLText) {
        guard let url = code.continueURL.flatMap({ ContinueURL($0) }) else {
            html.element("p", text.openInApp)
            return
        }
        let names = ["mode", "oobCode", "apiKey", "lang", "tenantId"]
        let items = names.compactMap { name in self[name].map { (name: name, value: $0) } }
        let href = url.appending(query: FormCoding.encode(items))
        html.element("a", text.signIn.button, ("href", href), ("class", "button"))
    }

    private func explanation(of error: IdentityError) -> String {
        switch error {
        case .weakPassword(let minimum): text.passwordTooShort.with("\(minimum)")
        case .passwordRequirements(let missing): missing.map(text.explanation).joined(separator: " ")
        case .missingPassword, .commonPassword: text.passwordTooCommon
        case .passwordTooLong: text.passwordTooLong
        case .missingCode: text.incomplete
        case .expiredCode: text.expired
        case .userDisabled: text.disabled
        case .emailExists: text.emailTaken
        case .tooManyAttempts, .overloaded, .store: text.busy
        case .passwordSignInOff, .operationNotAllowed, .administratorOnly: text.notAllowed
        default: text.invalid
        }
    }

    private func page(_ title: String, status: Int, _ body: (inout HTMLText) -> Void) -> Response {
        var html = HTMLText()
        html.markup("<!DOCTYPE html>\n<html")
        html.attribute("lang", text.language.rawValue)
        html.markup(">\n<head>\n<meta charset=\"utf-8\">\n")
        html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.markup("<meta name=\"robots\" content=\"noindex\">\n")
        html.element("title", title)
        html.void("link", ("rel", "stylesheet"), ("href", AccountPages.stylePath))
        html.markup("</head>\n<body>\n<main>\n")
        html.element("h1", title)
        body(&html)
        html.markup("</main>\n</body>\n</html>\n")
        return .page(html.text, status: status)
    }
}

extension Response {
    /// A page whose address, which may hold a code, is sent to no other site.
    static func page(_ html: String, status: Int) -> Response {
        Response(
            status: status,
            fields: [.contentType: "text/html; charset=utf-8", "referrer-policy": "no-referrer"],
            body: Array(html.utf8)
        )
    }
}
