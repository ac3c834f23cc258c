import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets

/// One request to a page, and the pages that respond to it.
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
    /// The page that says what the link does, with a form to confirm it.
    func form(_ code: ActionCode, _ rules: PasswordPolicy, problem: IdentityError? = nil) -> Response {
        let action = PageText.action(code.purpose)
        let title = text[action.title]
        let response = page(
            title,
            window: problem == nil ? title : text[.errorTitle, title],
            status: problem == nil ? 200 : 400
        ) { html in
            html.element("p", text[.account, brand.name], ("class", "dim"))
            html.element("p", "\(code.recipient)", ("class", "who"))
            if code.purpose == .emailSignIn {
                signInLink(code, &html)
            } else {
                let mode = code.purpose.mode
                confirmation(
                    mode,
                    self["oobCode"] ?? "",
                    of: code,
                    text[action.button],
                    rules,
                    problem,
                    &html
                )
            }
            // The text of a sign-in stands above its button.
            if code.purpose != .emailSignIn { html.element("p", text[action.text], ("class", "hint")) }
            html.element("p", text[action.note], ("class", "note"))
        }
        return problem.map { response.recording(code: $0.name) } ?? response
    }

    func done(_ code: ActionCode) -> Response {
        let action = PageText.action(code.purpose)
        return page(text[action.doneTitle]) { html in
            html.element("p", text[action.done])
            wayOn(code, &html)
        }
    }

    /// The page of a link that is opened again.
    func alreadyUsed(_ code: ActionCode) -> Response {
        page(text[PageText.action(code.purpose).doneTitle]) { html in
            html.element("p", text[.alreadyUsed])
            // The form for it was behind the first click.
            if code.purpose == .recoverEmail { html.element("p", text[.recoverEmailDone]) }
            wayOn(code, &html)
        }
    }

    /// The page behind a restored address: its owner chooses a new password at once.
    func restored(_ reset: CreatedCode, _ rules: PasswordPolicy) -> Response {
        let button = text[.passwordResetButton]
        return page(text[.recoverEmailDoneTitle]) { html in
            html.element("p", text[.recoverEmailDone])
            html.element("p", "\(reset.code.recipient)", ("class", "who"))
            let (mode, code) = (reset.code.purpose.mode, reset.text.reveal())
            confirmation(mode, code, of: reset.code, button, rules, nil, &html)
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
            default: (.signInFailedTitle, .signInFailed)
            }
        return page(text[said.title], status: error.status) { html in
            html.element("p", text[said.sentence])
            html.element("p", error.reason, ("class", "hint"), ("lang", "en"))
        }
        .recording(code: "INVALID_REQUEST")
    }

    /// A page with one sentence.
    func notice(_ title: String, _ sentence: String, status: Int) -> Response {
        page(title, status: status) { html in html.element("p", sentence) }
    }
}

extension Visit {
    private func confirmation(
        _ mode: String,
        _ code: String,
        of action: ActionCode,
        _ button: String,
        _ rules: PasswordPolicy,
        _ problem: IdentityError?,
        _ html: inout HTMLText
    ) {
        html.markup("<form method=\"post\"")
        html.attribute("action", ActionPage.path)
        html.markup(">\n")
        let kept = ["apiKey", "lang"].compactMap { name in self[name].map { (name, $0) } }
        for (name, value) in [("mode", mode), ("oobCode", code)] + kept {
            html.void("input", ("type", "hidden"), ("name", name), ("value", value))
        }
        if action.purpose == .passwordReset { password(of: action, rules, problem, &html) }
        html.element("button", button, ("type", "submit"))
        html.markup("</form>\n")
    }

    private func password(
        of code: ActionCode,
        _ rules: PasswordPolicy,
        _ problem: IdentityError?,
        _ html: inout HTMLText
    ) {
        // Password managers save the password with this name.
        html.void(
            "input",
            ("class", "hidden"),
            ("type", "text"),
            ("name", "username"),
            ("autocomplete", "username"),
            ("value", "\(code.recipient)"),
            ("tabindex", "-1"),
            ("readonly", "readonly"),
            ("aria-hidden", "true")
        )
        html.markup("<div class=\"field\">\n")
        html.element("label", text[.newPassword], ("for", "newPassword"))
        html.markup(
            "<input type=\"password\" id=\"newPassword\" name=\"newPassword\" autocomplete=\"new-password\""
        )
        html.attribute("minlength", "\(rules.effectiveMinimum)")
        html.attribute("maxlength", "4096")
        html.attribute("aria-describedby", problem == nil ? "rules" : "error rules")
        if problem != nil { html.attribute("aria-invalid", "true") }
        html.markup(" required autofocus>\n")
        if let problem {
            let sentence = explanation(of: problem).sentence
            html.element("p", sentence, ("class", "error"), ("id", "error"), ("role", "alert"))
        }
        html.markup("<ul class=\"rules\" id=\"rules\">\n")
        for requirement in rules.requirements(missingFrom: "") {
            if let rule = text.rule(requirement) { html.element("li", rule) }
        }
        if rules.rejectsCommon { html.element("li", text[.ruleCommon]) }
        html.markup("</ul>\n</div>\n")
    }

    /// The way into the app, which signs in.
    ///
    /// The app knows the address: the link alone does not suffice.
    private func signInLink(_ code: ActionCode, _ html: inout HTMLText) {
        guard let url = code.continueURL.flatMap({ ContinueURL($0) }) else {
            html.element("p", text[.openInApp])
            return
        }
        html.element("p", text[.signInText])
        let names = ["mode", "oobCode", "apiKey", "lang", "tenantId"]
        let items = names.compactMap { name in self[name].map { (name: name, value: $0) } }
        link(to: url.appending(query: FormCoding.encode(items)), &html)
    }

    /// The way back into the app, if the link names one.
    private func wayOn(_ code: ActionCode, _ html: inout HTMLText) {
        if code.purpose != .emailSignIn, let url = code.continueURL { link(to: url, &html) }
    }

    private func link(to url: String, _ html: inout HTMLText) {
        html.element("a", text[.continueTo, brand.name], ("href", url), ("class", "button"))
        if let host = ContinueURL(url)?.host { html.element("p", text[.leadsTo, host], ("class", "hint")) }
    }

    /// The status, the title and the sentence for an error.
    private func explanation(of error: IdentityError) -> Explanation {
        func rejected(_ sentence: String) -> Explanation { (400, text[.invalidTitle], sentence) }
        return switch error {
        case .weakPassword(let minimum): rejected(text[.passwordTooShort, "\(minimum)"])
        case .passwordRequirements(let missing):
            rejected(missing.map(text.error).joined(separator: " "))
        case .missingPassword, .commonPassword: rejected(text[.passwordTooCommon])
        case .passwordTooLong: rejected(text[.passwordTooLong])
        case .missingCode: rejected(text[.incomplete])
        case .expiredCode: rejected(text[.expired])
        case .userDisabled: rejected(text[.disabled])
        case .emailExists: rejected(text[.emailTaken])
        case .tooManyAttempts: (429, text[.busyTitle], text[.busy])
        case .overloaded, .store: (503, text[.busyTitle], text[.busy])
        case .passwordSignInOff, .operationNotAllowed, .administratorOnly: rejected(text[.notAllowed])
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
            rejected(text[.invalid])
        }
    }

    private typealias Explanation = (status: Int, title: String, sentence: String)

    private func page(
        _ title: String,
        window: String? = nil,
        status: Int = 200,
        _ body: (inout HTMLText) -> Void
    ) -> Response {
        var html = HTMLText()
        html.markup("<!DOCTYPE html>\n<html")
        html.attribute("lang", text.language)
        html.markup(">\n<head>\n<meta charset=\"utf-8\">\n")
        html.markup("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        html.markup("<meta name=\"robots\" content=\"noindex\">\n")
        html.element("title", [window ?? title, brand.name].filter { !$0.isEmpty }.joined(separator: " · "))
        html.void("link", ("rel", "stylesheet"), ("href", PageStyle.address(accent: brand.accent)))
        html.void("link", ("rel", "icon"), ("type", "image/svg+xml"), ("href", AccountPages.iconPath))
        html.markup("</head>\n<body>\n<header class=\"app\">\n")
        if let logo = brand.logo { html.void("img", ("class", "logo"), ("src", logo), ("alt", "")) }
        html.element("span", brand.name)
        html.markup("</header>\n<main class=\"card\">\n")
        html.element("h1", title)
        body(&html)
        html.markup("</main>\n<footer class=\"foot\">\n")
        html.element("p", host)
        html.markup("</footer>\n</body>\n</html>\n")
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
