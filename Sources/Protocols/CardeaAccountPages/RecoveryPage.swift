import CardeaEncodings
import CardeaHTML
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets

/// The page on which a user chooses a new password by a recovery code.
///
/// A GET changes nothing. The code is the credential: the page has no cookie and no script.
struct RecoveryPage: Sendable {
    let verification: Verification
    let languages: PageLanguages

    func register(on router: inout Router) {
        router.on(.get, RecoveryCode.pagePath) { request, _ in await respond(to: request, request.queryItems)
        }
        router.on(.post, RecoveryCode.pagePath) { request, _ in await respond(to: request, request.form ?? [])
        }
    }

    private func respond(to request: Request, _ fields: [FormItem]) async -> Response {
        var visit = Visit(fields, request, languages, host: verification.serverHost)
        let code = Secret(visit["code"] ?? "")
        do throws(IdentityError) {
            let (user, caller) = try await verification.openRecoveryCode(
                code,
                remoteAddress: request.remoteAddress,
                userAgent: request.fields[.userAgent],
                language: visit.text.language
            )
            visit.show(caller.scope)
            guard verification.allowsPassword(of: user, by: caller) else { return visit.recoveryInApp(code) }
            guard request.method == .post else { return visit.recovery(of: user, caller.policy.passwords) }
            do throws(IdentityError) {
                let password = Secret(visit["newPassword"] ?? "")
                try await verification.setPassword(password, recoveryCode: code, of: user, by: caller)
                return visit.recovered()
            } catch {
                guard case .password = error else { throw error }
                return visit.recovery(of: user, caller.policy.passwords, problem: error)
            }
        } catch {
            if case .code = error { return visit.brokenRecoveryLink(error) }
            return visit.failure(error)
        }
    }
}

extension Visit {
    /// The form for the new password.
    fileprivate func recovery(
        of user: User,
        _ rules: PasswordPolicy,
        problem: IdentityError? = nil
    ) -> Response {
        let title = text[.passwordResetTitle]
        let name = user.email?.description ?? user.userName ?? user.phoneNumber ?? ""
        let window = problem == nil ? title : text[.errorTitle, title]
        let response = page(window, status: problem == nil ? 200 : 400) {
            heading(title, text[.account, brand.name])
            p(.class("who")) {
                avatar(name)
                name
            }
            form(.method("post"), .action(RecoveryCode.pagePath)) {
                hidden(
                    ["code", "lang"].compactMap { field in self[field].map { (name: field, value: $0) } }
                )
                newPassword(of: name, rules, problem)
                primaryButton(text[.passwordResetButton])
            }
            p(.class("hint")) { text[.passwordResetText] }
            p(.class("hint line")) { text[.passwordResetNote] }
        }
        return problem.map { response.recording(code: $0.name) } ?? response
    }

    /// The code for the app, where a password would be of no use.
    fileprivate func recoveryInApp(_ recoveryCode: Secret) -> Response {
        page(text[.recoveryTitle]) {
            heading(text[.recoveryTitle], text[.account, brand.name])
            p { text[.recoveryInApp] }
            p(.class("who")) { code { recoveryCode.reveal() } }
        }
    }

    fileprivate func brokenRecoveryLink(_ error: IdentityError) -> Response {
        notice(text[.invalidTitle], text[.recoveryInvalid], status: 400).recording(code: error.name)
    }

    fileprivate func recovered() -> Response {
        page(text[.passwordResetDoneTitle]) {
            heading(text[.passwordResetDoneTitle], icon: Icon.done.html("large ok"))
            p { text[.passwordResetDone] }
        }
    }
}
