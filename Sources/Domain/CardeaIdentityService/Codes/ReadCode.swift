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
        guard !text.isEmpty else { throw .code(.missing) }
        let hash = SHA256.hash(text.utf8)
        return try await throttle.attempting(codeHash: hash, by: caller) { () async throws(IdentityError) in
            let (code, user) = try await store.read(.actionCode(hash: hash), .user(ofActionCode: hash))
            return (try code.usable(for: purposes, user, by: caller, at: clock.now()), user)
        }
    }

    /// The caller of a page: the project and the tenant are those of the code, which may be used.
    ///
    /// - Throws: `.code(.missing)`, `.code(.invalid)`, `.scope(.tenantDisabled)`
    package func caller(
        ofCode text: Secret,
        remoteAddress: String,
        userAgent: String? = nil,
        language: String? = nil
    ) async throws(IdentityError) -> Caller {
        guard !text.isEmpty else { throw .code(.missing) }
        let hash = SHA256.hash(text.utf8)
        let (code, scope) = try await throttle.attempting(codeHash: hash, from: remoteAddress) {
            () async throws(IdentityError) in
            let (unused, used) = try await store.read(.actionCode(hash: hash), .usedActionCode(hash: hash))
            guard let code = unused ?? used, let scope = projects.scope(in: code.pool, of: nil) else {
                throw .code(.invalid)
            }
            return (code, scope)
        }
        if let rejection = projects.rejection(of: code.pool) { throw rejection }
        return Caller(
            scope,
            remoteAddress: remoteAddress,
            userAgent: userAgent,
            language: language
        )
    }

    /// A code of the caller's pool that was used before; `nil` for other texts.
    package func usedCode(_ text: Secret, by caller: Caller) async throws(IdentityError) -> ActionCode? {
        let code = try await store.read(.usedActionCode(hash: SHA256.hash(text.utf8)))
        return code?.pool == caller.pool ? code : nil
    }

    /// The host of the server as its operator configured it.
    package var serverHost: String { ContinueURL(projects.publicURL)?.host ?? "" }

    /// The scope of the app that a link names, for the look of a page that has no code.
    package func scope(ofApp apiKey: String?) -> RequestScope? {
        apiKey.flatMap { projects.scope(apiKey: $0) }
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
