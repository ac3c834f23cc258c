import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaIdentityWire
package import CardeaOperations
import CardeaSecrets

extension ToolkitOperation {
    static var sendVerificationCode: Self {
        Operation(
            "accounts.sendVerificationCode",
            "Sends a code of six digits to a phone number.",
            paths: .app("sendVerificationCode") + .relyingParty("sendVerificationCode"),
            by: [.app],
            errors: .toolkit(
                .invalidPhoneNumber,
                .operationNotAllowed,
                .tooManyAttemptsTryLater
            ),
            permission: allowed(\.allowsPhone, else: .rule(.operationNotAllowed))
        ) { (call, message: SendVerificationCodeRequest) in
            SendVerificationCodeResponse(
                sessionInfo: try await call.services.phone.sendCode(
                    to: message.phoneNumber ?? "",
                    by: call.caller
                )
            )
        }
    }
}

extension SendVerificationCodeRequest: InputMessage {
    package static let inputFields = InputTable<Self> {
        InputField(
            \.phoneNumber,
            .bytes(64),
            "Phone number, beginning with + and the code of the country.",
            // Google's code for an absent number, too.
            .required("INVALID_PHONE_NUMBER : Invalid format."),
            else: "INVALID_PHONE_NUMBER : Invalid format."
        )
        InputField.scope
        InputField.captcha
        InputField.ignored(
            "recaptchaToken",
            "iosReceipt",
            "iosSecret",
            "safetyNetToken",
            "playIntegrityToken",
            "autoRetrievalInfo"
        )
    }
}

extension SendVerificationCodeResponse: OutputMessage {
    package static let outputFields = OutputTable<Self> {
        OutputField(\.sessionInfo, "Name of the code, for signInWithPhoneNumber.")
    }
}
