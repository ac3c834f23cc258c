import CardeaIdentityDomain
import CardeaIdentityService
import CardeaSecrets
import Testing

let annsNumber = "+16505553434"

extension Server {
    /// Sends a code, and reads it as the emulator shows it.
    func phoneCode(
        _ number: String = annsNumber,
        tenant: TenantID? = nil,
        from address: String = "192.0.2.1"
    ) async throws -> PhoneProof {
        let caller = caller(from: address, tenant: tenant)
        let name = try await services.phone.sendCode(to: number, by: caller)
        let sent = try await services.phone.readableCodes(in: caller.pool)
        let code = try #require(sent.first { $0.sessionInfo.reveal() == name.reveal() })
        return .code(code.code, sessionInfo: name)
    }

    func signIn(
        _ proof: PhoneProof,
        for operation: PhoneOperation = .signInOrUp,
        linking who: SignedInCaller? = nil,
        tenant: TenantID? = nil,
        from address: String = "192.0.2.1"
    ) async throws -> SignedIn {
        let result = try await services.phone.signIn(
            proof,
            for: operation,
            linking: who,
            by: caller(from: address, tenant: tenant)
        )
        guard case .signedIn(let signedIn) = result else { throw UnexpectedProof() }
        return signedIn
    }

    func changePolicy(_ change: (inout Policy) -> Void) async throws {
        var project = try #require(projects.project(id: project.id))
        change(&project.policy)
        try await projects.change(project, by: .server) { $0 = project }
    }
}

struct UnexpectedProof: Error {}

extension PhoneProof {
    /// The same with another code.
    var wrong: PhoneProof {
        guard case .code(let code, let name) = self else { return self }
        return .code(code.reveal() == "000000" ? "000001" : "000000", sessionInfo: name)
    }
}
