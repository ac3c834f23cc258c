import CardeaEncodings
import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

/// The codes of an emulator in plain text.
struct OobCodes: OutputMessage {
    let oobCodes: [OobCode]

    static let outputFields = OutputTable<Self> {
        OutputField(\.oobCodes, "The codes, oldest first.")
    }
}

struct OobCode: OutputMessage {
    let email: String
    let requestType: String
    let oobCode: String
    let oobLink: String
    let newEmail: String?

    static let outputFields = OutputTable<Self> {
        OutputField(\.email, "E-mail address.")
        OutputField(\.requestType, "Purpose of the code.")
        OutputField(\.oobCode, "Code.")
        OutputField(\.oobLink, "Link.")
        OutputField(\.newEmail, "New e-mail address, of a code that changes it.")
    }

    init(_ created: CreatedCode) {
        email = created.code.email.description
        requestType = OobRequestType(created.code.purpose).rawValue
        oobCode = created.text.reveal()
        oobLink = created.link.reveal()
        newEmail = created.code.newEmail?.description
    }
}

/// The target of the links of an emulator: a GET uses the code at once, and the response is JSON, both for tests.
///
/// A server has a page instead, which uses a code only after a confirmation.
package struct EmulatorAction: Sendable {
    package static let path = "/emulator/action"

    let verification: Verification

    func respond(to request: Request) async -> Response {
        let query = QueryItems(request)
        guard query["apiKey"] != nil else { return .failure("missing apiKey query parameter") }
        guard let text = query["oobCode"].map(Secret.init(_:)) else {
            return .failure("missing oobCode query parameter")
        }
        guard let purpose = query["mode"].flatMap(ActionCode.Purpose.init(mode:)) else {
            return .failure("Invalid mode")
        }
        do throws(IdentityError) {
            let caller = try await verification.caller(ofCode: text, remoteAddress: request.remoteAddress)
            let code = try await verification.checkCode(text, by: caller)
            guard code.purpose == purpose else {
                return .failure("Requested mode does not match the OOB code provided.")
            }
            return try await use(code, text, query, by: caller)
        } catch {
            return .failure(Self.message(error, purpose))
        }
    }

    private func use(
        _ code: ActionCode,
        _ text: Secret,
        _ query: QueryItems,
        by caller: Caller
    ) async throws(IdentityError) -> Response {
        let members: [(String, String)]
        switch code.purpose {
        case .emailSignIn:
            guard let url = code.continueURL.flatMap({ ContinueURL($0) }) else {
                return .failure("Missing continueUrl query parameter")
            }
            return .redirect(to: url.appending(query: Self.signInItems(query)))
        case .passwordReset:
            guard let password = query["newPassword"].map(Secret.init(_:)) else {
                return .failure("missing newPassword query parameter")
            }
            _ = try await verification.resetPassword(password, code: text, by: caller)
            members = [
                ("success", "The password has been successfully updated."), ("email", "\(code.email)"),
            ]
        case .verifyEmail:
            _ = try await verification.applyCode(text, by: caller)
            members = [("success", "The email has been successfully verified."), ("email", "\(code.email)")]
        case .verifyAndChangeEmail:
            _ = try await verification.applyCode(text, by: caller)
            members = [
                ("success", "The email has been successfully changed."), ("newEmail", "\(code.recipient)"),
            ]
        case .recoverEmail:
            _ = try await verification.applyCode(text, by: caller)
            members = [("success", "The email has been successfully reset."), ("email", "\(code.email)")]
        }
        if let url = code.continueURL { return .redirect(to: url) }
        return .emulator(members, status: 200)
    }

    /// The parameters by which an app recognises the link.
    private static func signInItems(_ query: QueryItems) -> String {
        FormCoding.encode(
            ["mode", "lang", "oobCode", "apiKey", "tenantId"].compactMap { name in
                query[name].map { (name: name, value: $0) }
            }
        )
    }

    private static func message(_ error: IdentityError, _ purpose: ActionCode.Purpose) -> String {
        switch error {
        case .code(.missing), .code(.invalid), .code(.expired):
            "The link for \(purpose.mode) has expired or has already been used."
        default:
            IdentityToolkitError(useCase: error).message
        }
    }
}

extension Response {
    fileprivate static func failure(_ message: String) -> Response {
        emulator([("error", message)], status: 400)
    }

    fileprivate static func emulator(_ members: [(String, String)], status: Int) -> Response {
        var json = JSONText()
        json.object { json in
            json.name("authEmulator")
            json.object { json in
                for (name, value) in members {
                    json.name(text: name)
                    json.string(value)
                }
            }
        }
        return .json(json.bytes, status: status)
    }

    fileprivate static func redirect(to url: String) -> Response {
        Response(status: 303, fields: ["location": url])
    }
}
