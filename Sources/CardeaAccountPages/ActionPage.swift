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
        var project: String?
        var response: Response
        do throws(IdentityError) {
            let caller = try await verification.caller(
                ofCode: text,
                remoteAddress: visit.request.remoteAddress,
                userAgent: visit.request.fields[.userAgent],
                language: visit.text.language.rawValue
            )
            project = caller.project.id.rawValue
            let code = try await verification.checkCode(text, by: caller)
            guard let mode = visit["mode"] else { throw .missingCode }
            guard mode == code.purpose.mode else { throw .invalidCode }
            response = try await body(code, caller, text)
        } catch {
            response = visit.failure(error)
        }
        response.record.project = project
        return response
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
        let response = page(action.title, status: problem == nil ? 200 : 400) { html in
            html.element("p", action.question.with("\(code.recipient)"))
            if let problem { html.element("p", explanation(of: problem).sentence, ("class", "problem")) }
            if code.purpose == .emailSignIn {
                signInLink(code, &html)
            } else {
                confirmation(code, action, minimumPassword, &html)
            }
            html.element("p", text.notYou, ("class", "note"))
        }
        return problem.map { response.recording(code: $0.name) } ?? response
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
        let said = explanation(of: error)
        return page(said.title, status: said.status) { html in html.element("p", said.sentence) }
            .recording(code: error.name, limit: error.reachedLimit?.rawValue)
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

    /// The status, the title and the sentence for an error.
    private func explanation(of error: IdentityError) -> Explanation {
        func rejected(_ sentence: String) -> Explanation { (400, text.invalidTitle, sentence) }
        return switch error {
        case .weakPassword(let minimum): rejected(text.passwordTooShort.with("\(minimum)"))
        case .passwordRequirements(let missing):
            rejected(missing.map(text.explanation).joined(separator: " "))
        case .missingPassword, .commonPassword: rejected(text.passwordTooCommon)
        case .passwordTooLong: rejected(text.passwordTooLong)
        case .missingCode: rejected(text.incomplete)
        case .expiredCode: rejected(text.expired)
        case .userDisabled: rejected(text.disabled)
        case .emailExists: rejected(text.emailTaken)
        case .tooManyAttempts: (429, text.busyTitle, text.busy)
        case .overloaded, .store: (503, text.busyTitle, text.busy)
        case .passwordSignInOff, .operationNotAllowed, .administratorOnly: rejected(text.notAllowed)
        case .missingEmail, .invalidEmail, .invalidPhoneNumber, .invalidUserName, .invalidPhotoURL,
            .invalidDisplayName, .invalidClaims, .claimsTooLarge, .forbiddenClaim, .invalidLifetime,
            .missingUserID, .invalidCode, .codeEmailMismatch, .missingNewEmail, .invalidNewEmail,
            .invalidContinueURL, .continueURLNotAllowed, .mailNotConfigured, .provider, .invalidPendingToken,
            .invalidProviderID, .missingProviderSubject, .identityTaken, .providerAlreadyLinked, .phone,
            .phoneNumberExists, .userNameExists, .userIDExists, .emailNotFound, .wrongPassword,
            .invalidCredentials, .credentialMismatch, .userNotFound, .invalidAccessToken, .invalidCustomToken,
            .accessTokenExpired, .invalidRefreshToken, .clientMismatch, .sessionEnded, .refreshTokenReused,
            .refreshTokenSuperseded, .recentSignInRequired, .unverifiedEmailChange, .tenantMismatch,
            .tenantNotFound, .tenantDisabled, .projectMismatch:
            rejected(text.invalid)
        }
    }

    private typealias Explanation = (status: Int, title: String, sentence: String)

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
