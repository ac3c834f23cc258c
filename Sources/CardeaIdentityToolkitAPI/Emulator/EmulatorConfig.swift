import CardeaIdentityDomain

/// The settings of a project that an emulator's tests may see.
struct EmulatorConfig: Encodable {
    struct SignIn: Encodable {
        let allowDuplicateEmails = false
    }

    struct EmailPrivacy: Encodable {
        let enableImprovedEmailPrivacy: Bool
    }

    let signIn = SignIn()
    let emailPrivacyConfig: EmailPrivacy

    init(_ project: Project) {
        emailPrivacyConfig = EmailPrivacy(
            enableImprovedEmailPrivacy: project.policy.signIn.protectsEmailEnumeration
        )
    }
}

/// What tests change of them.
struct EmulatorConfigChanges: RequestMessage {
    let allowDuplicateEmails: Bool?
    let enableImprovedEmailPrivacy: Bool?

    init(reading fields: inout MessageFields) throws(InvalidRequest) {
        allowDuplicateEmails = try fields.message("signIn") { fields throws(InvalidRequest) in
            try fields.bool("allowDuplicateEmails")
        }
        enableImprovedEmailPrivacy = try fields.message("emailPrivacyConfig") {
            fields throws(InvalidRequest) in
            try fields.bool("enableImprovedEmailPrivacy")
        }
    }
}
