import CardeaHTTPMessages
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
