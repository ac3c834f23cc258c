import CardeaEncodings
package import CardeaIdentityDomain
import CardeaSecrets

extension UserAdministration {
    /// Creates a code by which a user who has lost every credential signs in once.
    ///
    /// A former code of the user stops working. The creation is a security event, with the actor.
    ///
    /// - Parameters:
    ///   - id: The user.
    ///   - pool: The pool of the user.
    ///   - lifetime: The time for which the code can be used: `RecoveryCode.lifetimes`.
    ///   - actor: The administrator.
    /// - Returns: The code; it cannot be read again.
    /// - Throws: `.input(.invalidLifetime)`, `.user(.notFound)`, `.user(.disabled)`.
    package func createRecoveryCode(
        for id: UserID,
        in pool: UserPool,
        lifetime: TimeSpan = .days(1),
        by actor: Actor
    ) async throws(IdentityError) -> CreatedRecoveryCode {
        guard RecoveryCode.lifetimes.contains(lifetime) else { throw .input(.invalidLifetime) }
        let now = clock.now()
        let text = RecoveryCode.newText(random)
        let hash = RecoveryCode.hash(text)
        let code = try await store.transact(.user(id, in: pool), by: actor) { user throws(IdentityError) in
            guard let user else { throw .user(.notFound) }
            if user.isDisabled { throw .user(.disabled) }
            let code = RecoveryCode(hash: hash, of: user, createdAt: now, expiresAt: now + lifetime)
            let event = SecurityEvent(
                kind: .recoveryCode,
                pool: pool,
                user: id,
                session: nil,
                at: now,
                remoteAddress: nil
            )
            return Decision([.recoveryCode(.replace(code)), .securityEvent(.insert(event))], code)
        }
        let query = FormCoding.encode([(name: "code", value: text.reveal())])
        let link = "\(projects.publicURL)\(RecoveryCode.pagePath)?\(query)"
        return CreatedRecoveryCode(text: text, link: Secret(link), code: code)
    }
}
