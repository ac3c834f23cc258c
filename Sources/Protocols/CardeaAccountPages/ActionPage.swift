import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets

/// The page that links in e-mails lead to.
///
/// A GET shows what the link does and changes nothing: programs that scan mail open links, too. The form uses the code by
/// a POST. The code is the credential: the page has no cookie and no script.
package struct ActionPage: Sendable {
    package static let path = "/auth/action"

    let verification: Verification
    let languages: PageLanguages

    func show(_ request: Request) async -> Response {
        await respond(to: visit(request.queryItems, request)) { code, _, caller, visit in
            visit.question(code, caller.policy.passwords)
        }
    }

    func use(_ request: Request) async -> Response {
        guard let form = request.form else { return visit([], request).failure(.code(.invalid)) }
        return await respond(to: visit(form, request)) {
            code,
            text,
            caller,
            visit async throws(IdentityError) in
            switch code.purpose {
            case .emailSignIn: return visit.question(code, caller.policy.passwords)
            case .passwordReset: return try await reset(code, text, by: caller, visit)
            case .verifyEmail, .verifyAndChangeEmail, .recoverEmail:
                let applied = try await verification.applyCode(text, offersReset: true, by: caller)
                guard let reset = applied.reset else { return visit.done(code) }
                return visit.restored(reset, caller.policy.passwords)
            }
        }
    }

    private func reset(
        _ code: ActionCode,
        _ text: Secret,
        by caller: Caller,
        _ visit: Visit
    ) async throws(IdentityError) -> Response {
        do throws(IdentityError) {
            _ = try await verification.resetPassword(
                Secret(visit["newPassword"] ?? ""),
                code: text,
                by: caller
            )
        } catch {
            guard error.isAboutPassword else { throw error }
            return visit.question(code, caller.policy.passwords, problem: error)
        }
        return visit.done(code)
    }

    private func visit(_ fields: [FormItem], _ request: Request) -> Visit {
        var visit = Visit(fields, request, languages, host: verification.serverHost)
        visit.show(verification.scope(ofApp: visit["apiKey"]))
        return visit
    }

    private func respond(
        to visit: Visit,
        _ body: (ActionCode, Secret, Caller, Visit) async throws(IdentityError) -> Response
    ) async -> Response {
        let text = Secret(visit["oobCode"] ?? "")
        var visit = visit
        var found: Caller?
        var response: Response
        do throws(IdentityError) {
            let caller = try await verification.caller(
                ofCode: text,
                remoteAddress: visit.request.remoteAddress,
                userAgent: visit.request.fields[.userAgent],
                language: visit.text.language
            )
            visit.show(caller.scope)
            found = caller
            if let code = try await verification.usedCode(text, by: caller) {
                response = visit.alreadyUsed(code)
            } else {
                let code = try await verification.checkCode(text, by: caller)
                guard let mode = visit["mode"] else { throw .code(.missing) }
                guard mode.exact == code.purpose.mode.exact else { throw .code(.invalid) }
                response = try await body(code, text, caller, visit)
            }
        } catch {
            response = visit.failure(error)
            // Another request of the same visitor has used the code since: a double click.
            if let found, let code = try? await verification.usedCode(text, by: found) {
                response = visit.alreadyUsed(code)
            }
        }
        response.note { $0.project = found?.project.id.rawValue }
        return response
    }
}

extension IdentityError {
    /// Whether another password may succeed.
    fileprivate var isAboutPassword: Bool {
        switch self {
        case .password(.tooShort), .password(.requirements), .password(.common), .password(.tooLong),
            .password(.missing):
            true
        default: false
        }
    }
}
