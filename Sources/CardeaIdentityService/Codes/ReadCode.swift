import CardeaCryptography
package import CardeaIdentityDomain
package import CardeaSecrets

extension Verification {
    /// Reads a code and its user, and counts a failure if it cannot be used.
    func open(
        _ text: Secret,
        for purposes: Set<ActionCode.Purpose> = Set(ActionCode.Purpose.allCases),
        by caller: Caller
    ) async throws(IdentityError) -> (code: ActionCode, user: User?) {
        guard !text.isEmpty else { throw .missingCode }
        let hash = SHA256.hash(text.utf8)
        return try await throttle.attempting(codeHash: hash, by: caller) { () async throws(IdentityError) in
            let (code, user) = try await store.read(.actionCode(hash: hash), .user(ofActionCode: hash))
            return (try code.usable(for: purposes, user, by: caller, at: clock.now()), user)
        }
    }

    /// The caller of a page: the project and the tenant are those of the code.
    ///
    /// - Throws: `.missingCode`, `.invalidCode`, `.tenantDisabled`
    package func caller(
        ofCode text: Secret,
        remoteAddress: String,
        userAgent: String? = nil,
        language: String? = nil
    ) async throws(IdentityError) -> Caller {
        guard !text.isEmpty else { throw .missingCode }
        let hash = SHA256.hash(text.utf8)
        let code = try await store.read(.actionCode(hash: hash))
        guard let code, let scope = projects.scope(in: code.pool, of: nil) else { throw .invalidCode }
        if let rejection = projects.rejection(of: code.pool) { throw rejection }
        return Caller(
            scope,
            remoteAddress: remoteAddress,
            userAgent: userAgent,
            language: language
        )
    }

    /// The unused codes of a pool in plain text, oldest first: in an emulator.
    package func readableCodes(in pool: UserPool) async throws(IdentityError) -> [CreatedCode] {
        var found: [CreatedCode] = []
        for code in codes.links.recorder?.codes(in: pool) ?? [] {
            if try await store.read(.actionCode(hash: code.code.hash)) != nil { found.append(code) }
        }
        return found
    }
}
