import IdentityDomain
import IdentityService
import IdentityWire

/// What an app may know of its project before anybody has signed in.
struct ProjectInfoController: Sendable {
    func project(_ call: Call<QueryItems>) -> ProjectInfoResponse {
        ProjectInfoResponse(projectId: String(call.caller.project.number), authorizedDomains: ["localhost"])
    }

    func passwordPolicy(_ call: Call<QueryItems>) -> PasswordPolicyResponse {
        PasswordPolicyResponse(
            customStrengthOptions: PasswordPolicyResponse.StrengthOptions(
                minPasswordLength: call.caller.project.settings.minimumPasswordLength,
                maxPasswordLength: 4096
            )
        )
    }
}
