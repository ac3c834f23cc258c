import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaIdentityWire
import CardeaOperations
import CardeaSecrets

extension Operation<EmulatorCall> {
    static var listVerificationCodes: Self {
        Operation(
            "emulator.listVerificationCodes",
            "Lists the codes that were sent to phone numbers and are not used.",
            method: .get,
            paths: [
                PathForm("/emulator/v1/projects/{project}/verificationCodes"),
                PathForm(
                    "/emulator/v1/projects/{project}/tenants/{tenant}/verificationCodes",
                    variant: "tenant"
                ),
            ],
            by: [.anyone],
            errors: .toolkit(.projectNotFound)
        ) { (call, _: NoInput) in
            let pool = UserPool(project: try await call.project.id, tenant: call.tenant)
            return VerificationCodes(
                verificationCodes: try await call.services.phone.readableCodes(in: pool)
                    .map(VerificationCode.init)
            )
        }
    }
}

extension Operation<EmulatorCall> {
    static var createRecoveryCode: Self {
        Operation(
            "emulator.createRecoveryCode",
            "Creates a recovery code of a user for a day, as an administrator of a server does.",
            method: .post,
            paths: [
                PathForm("/emulator/v1/projects/{project}/accounts/{localId}:createRecoveryCode"),
                PathForm(
                    "/emulator/v1/projects/{project}/tenants/{tenant}/accounts/{localId}:createRecoveryCode",
                    variant: "tenant"
                ),
            ],
            by: [.anyone],
            errors: .toolkit(.projectNotFound, .userNotFound)
        ) { (call, _: NoInput) in
            let created = try await call.services.users.createRecoveryCode(
                for: UserID(rawValue: call.path["localId"] ?? ""),
                in: UserPool(project: try await call.project.id, tenant: call.tenant),
                lifetime: .days(1),
                by: .emulator
            )
            return EmulatorRecoveryCode(code: created.text, link: created.link)
        }
    }
}

struct EmulatorRecoveryCode: OutputMessage {
    let code: Secret
    let link: Secret

    static let outputFields = OutputTable<Self> {
        OutputField(\.code, "Code, as the user types it into an app.")
        OutputField(\.link, "Page on which the user chooses a new password by the code.")
    }
}

struct VerificationCodes: OutputMessage {
    let verificationCodes: [VerificationCode]

    static let outputFields = OutputTable<Self> {
        OutputField(\.verificationCodes, "Codes, oldest first.")
    }
}

struct VerificationCode: OutputMessage {
    let phoneNumber: String
    let sessionInfo: Secret
    let code: Secret

    init(_ sent: SentPhoneCode) {
        phoneNumber = sent.phoneNumber
        sessionInfo = sent.sessionInfo
        code = sent.code
    }

    static let outputFields = OutputTable<Self> {
        OutputField(\.phoneNumber, "Phone number.")
        OutputField(\.sessionInfo, "Name of the code.")
        OutputField(\.code, "Code.")
    }
}
