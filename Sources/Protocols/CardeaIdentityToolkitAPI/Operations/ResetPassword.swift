import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var resetPassword: Self {
        Operation(
            "accounts.resetPassword",
            """
            Sets a new password by a code, or returns the purpose of a code. If the address was unverified, the phone \
            number of the user is removed, and so are accounts of providers that do not confirm the address.
            """,
            paths: .app("resetPassword") + .relyingParty("resetPassword"),
            by: [.app],
            errors: .toolkit(
                .invalidOobCode,
                .expiredOobCode,
                .invalidEmail,
                .weakPassword,
                .passwordDoesNotMeetRequirements,
                .userDisabled,
                .passwordLoginDisabled,
                .tooManyAttemptsTryLater
            ),
            permission: { call, fields in
                // A code of any purpose can be read, also where there are no passwords.
                let isReading = try fields.text("oobCode") != nil && fields.text("newPassword") == nil
                guard call.caller.policy.signIn.allowsPassword || isReading else {
                    throw IdentityError.rule(.passwordSignInOff)
                }
            }
        ) { (call, message: ResetPasswordRequest) in
            let text = message.oobCode ?? ""
            guard let password = message.newPassword else {
                return ResetPasswordResponse(
                    try await call.services.verification.checkCode(text, by: call.caller)
                )
            }
            return ResetPasswordResponse(
                try await call.services.verification.resetPassword(
                    password,
                    of: message.email,
                    code: text,
                    by: call.caller
                )
            )
        }
    }
}

extension ResetPasswordRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField.code(\.oobCode, .required("MISSING_OOB_CODE"))
        InputField.password(\.newPassword, "New password in plain text; without it, the code is not used.")
        InputField.email(\.email, "E-mail address that the code must belong to, if one is given.")
        InputField.scope
        InputField.ignored("oldPassword")
    }
}

extension ResetPasswordResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.kind, "Name of the message.")
        OutputField(\.requestType, "Purpose of the code.")
        OutputField(\.email, "E-mail address; absent for a sign-in, which needs it as a proof.")
        OutputField(\.newEmail, "New e-mail address, of a code that changes it.")
    }

    fileprivate init(_ code: ActionCode) {
        self.init()
        requestType = OobRequestType(code.purpose).rawValue
        email = code.purpose == .emailSignIn ? nil : code.formerEmail?.description
        newEmail = code.newEmail?.description
    }
}

extension InputField where Root: InputMessage {
    /// The code of a link.
    static func code(
        _ path: any WritableKeyPath<Root, Secret?> & Sendable,
        _ rule: FieldRule = .optional
    ) -> InputField {
        InputField(
            path,
            .name(256),
            "Code of a link that was sent by e-mail.",
            rule,
            else: "INVALID_OOB_CODE"
        )
    }
}
