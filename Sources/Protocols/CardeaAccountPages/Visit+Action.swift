import CardeaEncodings
import CardeaHTML
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets

/// The pages of a link in an e-mail.
extension Visit {
    /// The page that says what the link does, with a form to confirm it.
    func question(_ code: ActionCode, _ rules: PasswordPolicy, problem: IdentityError? = nil) -> Response {
        let action = PageText.action(code.purpose)
        let title = text[action.title]
        let window = problem == nil ? title : text[.errorTitle, title]
        let response = page(window, status: problem == nil ? 200 : 400) {
            heading(title, text[.account, brand.name])
            account(code)
            if code.purpose == .emailSignIn {
                signInLink(code)
            } else {
                confirmation(of: code, self["oobCode"] ?? "", text[action.button], rules, problem)
                // The text of a sign-in stands above its button.
                p(.class("hint")) { text[action.text] }
            }
            p(.class("hint line")) { text[action.note] }
        }
        return problem.map { response.recording(code: $0.name) } ?? response
    }

    func done(_ code: ActionCode) -> Response {
        let action = PageText.action(code.purpose)
        return page(text[action.doneTitle]) {
            doneHeading(action.doneTitle)
            p { text[action.done] }
            wayOn(code)
        }
    }

    /// The page of a link that is opened again.
    func alreadyUsed(_ code: ActionCode) -> Response {
        let title = PageText.action(code.purpose).doneTitle
        return page(text[title]) {
            doneHeading(title)
            p { text[.alreadyUsed] }
            // The form for it was behind the first click.
            if code.purpose == .recoverEmail { p { text[.recoverEmailDone] } }
            wayOn(code)
        }
    }

    /// The page behind a restored address: its owner chooses a new password at once.
    func restored(_ reset: CreatedCode, _ rules: PasswordPolicy) -> Response {
        page(text[.recoverEmailDoneTitle]) {
            doneHeading(.recoverEmailDoneTitle)
            p { text[.recoverEmailDone] }
            account(reset.code)
            confirmation(of: reset.code, reset.text.reveal(), text[.passwordResetButton], rules, nil)
        }
    }
}

extension Visit {
    private func doneHeading(_ title: PageText.Key) -> HTML {
        heading(text[title], icon: Icon.done.html("large ok"))
    }

    /// The address of the account that the link is for.
    private func account(_ code: ActionCode) -> HTML {
        p(.class("who")) {
            avatar("\(code.recipient)")
            "\(code.recipient)"
        }
    }

    /// The form that uses the code: the code is the credential, so that no cookie and no further token is needed.
    private func confirmation(
        of action: ActionCode,
        _ code: String,
        _ label: String,
        _ rules: PasswordPolicy,
        _ problem: IdentityError?
    ) -> HTML {
        let kept = ["apiKey", "lang"].compactMap { name in self[name].map { (name: name, value: $0) } }
        return form(.method("post"), .action(ActionPage.path)) {
            hidden([(name: "mode", value: action.purpose.mode), (name: "oobCode", value: code)] + kept)
            if action.purpose == .passwordReset { newPassword(of: "\(action.recipient)", rules, problem) }
            primaryButton(label)
        }
    }

    /// The field for a new password of the user with a name, and its rules.
    @HTMLBuilder
    func newPassword(of name: String, _ rules: PasswordPolicy, _ problem: IdentityError?) -> HTML {
        // Password managers save the password with this name.
        input(
            .class("sr"),
            .type("text"),
            .name("username"),
            .autocomplete("username"),
            .value(name),
            .tabindex(-1),
            .readonly,
            .ariaHidden
        )
        field(text[.newPassword], for: "newPassword") {
            input(
                .type("password"),
                .id("newPassword"),
                .name("newPassword"),
                .autocomplete("new-password"),
                .minlength(rules.effectiveMinimum),
                .maxlength(4096),
                .ariaDescribedby(problem == nil ? "rules" : "error rules"),
                .ariaInvalid.when(problem != nil),
                .required,
                .autofocus
            )
            if let problem { fieldError(explanation(of: problem).sentence, id: "error") }
            ul(.class("rules"), .id("rules")) {
                for rule in rules.requirements(missingFrom: "").compactMap(text.rule) { li { rule } }
                if rules.rejectsCommon { li { text[.ruleCommon] } }
            }
        }
    }

    /// The way into the app, which signs in.
    ///
    /// The app knows the address: the link alone does not suffice.
    @HTMLBuilder
    private func signInLink(_ code: ActionCode) -> HTML {
        if let url = code.continueURL.flatMap({ ContinueURL($0) }) {
            p { text[.signInText] }
            onward(to: url.appending(query: FormCoding.encode(signInItems)))
        } else {
            p { text[.openInApp] }
        }
    }

    private var signInItems: [(name: String, value: String)] {
        ["mode", "oobCode", "apiKey", "lang", "tenantId"].compactMap { name in
            self[name].map { (name: name, value: $0) }
        }
    }

    /// The way back into the app, if the link names one.
    @HTMLBuilder
    private func wayOn(_ code: ActionCode) -> HTML {
        if code.purpose != .emailSignIn, let url = code.continueURL { onward(to: url) }
    }

    private func onward(to url: String) -> HTML {
        div(.class("onward")) {
            primaryLink(text[.continueTo, brand.name], to: url)
            if let host = ContinueURL(url)?.host { p(.class("hint")) { text[.leadsTo, host] } }
        }
    }
}
