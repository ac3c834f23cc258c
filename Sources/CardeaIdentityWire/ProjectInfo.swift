/// `v1/projects`: what an app may know of its project.
package struct ProjectInfoResponse: Sendable, Encodable {
    /// The project's *number*, in decimal.
    package let projectId: String
    package let authorizedDomains: [String]

    package init(projectId: String, authorizedDomains: [String]) {
        self.projectId = projectId
        self.authorizedDomains = authorizedDomains
    }
}

/// `v2/passwordPolicy`: what a new password must be like.
package struct PasswordPolicyResponse: Sendable, Codable {
    package struct StrengthOptions: Sendable, Codable {
        package let minPasswordLength: Int
        package let maxPasswordLength: Int

        package init(minPasswordLength: Int, maxPasswordLength: Int) {
            self.minPasswordLength = minPasswordLength
            self.maxPasswordLength = maxPasswordLength
        }
    }

    package let customStrengthOptions: StrengthOptions
    package let schemaVersion: Int
    package let allowedNonAlphanumericCharacters: [String]
    package let enforcementState: String

    package init(
        customStrengthOptions: StrengthOptions,
        schemaVersion: Int = 1,
        allowedNonAlphanumericCharacters: [String] = [],
        enforcementState: String = "ENFORCE"
    ) {
        self.customStrengthOptions = customStrengthOptions
        self.schemaVersion = schemaVersion
        self.allowedNonAlphanumericCharacters = allowedNonAlphanumericCharacters
        self.enforcementState = enforcementState
    }
}

/// `v1/recaptchaParams`: the site key of a project's reCAPTCHA; of one that uses none, its kind alone.
package struct RecaptchaParamsResponse: Sendable, Encodable {
    package let kind = "identitytoolkit#GetRecaptchaParamResponse"

    package init() {}
}

/// `v2/recaptchaConfig`: where a project demands reCAPTCHA Enterprise.
package struct RecaptchaConfigResponse: Sendable, Encodable {
    package struct Enforcement: Sendable, Encodable {
        package let provider: String
        package let enforcementState: String

        package init(provider: String, enforcementState: String) {
            self.provider = provider
            self.enforcementState = enforcementState
        }
    }

    /// `projects/<project>/keys/<key>`: SDKs refuse an answer without it.
    package let recaptchaKey: String
    package let recaptchaEnforcementState: [Enforcement]

    package init(recaptchaKey: String, recaptchaEnforcementState: [Enforcement]) {
        self.recaptchaKey = recaptchaKey
        self.recaptchaEnforcementState = recaptchaEnforcementState
    }
}
