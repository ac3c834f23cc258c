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
        try await services.phone.signIn(
            proof,
            for: operation,
            linking: who,
            by: caller(from: address, tenant: tenant)
        ).get()
    }

    /// The proof of a number that another user has.
    func pendingSignIn(
        _ proof: PhoneProof,
        linking who: SignedInCaller
    ) async throws -> PendingSignIn {
        let result = try await services.phone.signIn(proof, linking: who, by: caller())
        guard case .pending(let pending) = result else { throw UnexpectedSignIn() }
        return pending
    }

    func changePolicy(_ change: (inout Policy) -> Void) async throws {
        var project = try #require(projects.project(id: project.id))
        change(&project.policy)
        try await projects.change(project, by: .server) { $0 = project }
    }
}

struct UnexpectedSignIn: Error {}

extension PhoneProof {
    /// The same with another code.
    var wrong: PhoneProof {
        guard case .code(let code, let name) = self else { return self }
        return .code(code.reveal() == "000000" ? "000001" : "000000", sessionInfo: name)
    }
}
