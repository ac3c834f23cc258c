import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire

/// What an app may know of its project before anybody has signed in.
struct ProjectInfoController: Sendable {
    func project(_ call: Call<QueryItems>) -> ProjectInfoResponse {
        ProjectInfoResponse(projectId: String(call.caller.project.number), authorizedDomains: ["localhost"])
    }

    func recaptchaParams(_ call: Call<QueryItems>) -> RecaptchaParamsResponse { RecaptchaParamsResponse() }

    /// That nothing demands a challenge: the key has a well-formed name, and is none.
    func recaptchaConfig(_ call: Call<QueryItems>) -> RecaptchaConfigResponse {
        RecaptchaConfigResponse(
            recaptchaKey: "projects/\(call.caller.project.id.rawValue)/keys/",
            recaptchaEnforcementState: ["EMAIL_PASSWORD_PROVIDER", "PHONE_PROVIDER"].map {
                RecaptchaConfigResponse.Enforcement(provider: $0, enforcementState: "OFF")
            }
        )
    }

    func passwordPolicy(_ call: Call<QueryItems>) -> PasswordPolicyResponse {
        PasswordPolicyResponse(
            customStrengthOptions: PasswordPolicyResponse.StrengthOptions(
                minPasswordLength: call.caller.policy.passwords.minimumLength,
                maxPasswordLength: 4096
            )
        )
    }
}
