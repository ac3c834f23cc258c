import CardeaIdentityDomain

extension IdentityService {
    /// Lets an attempt go on when its turn comes.
    ///
    /// - Throws: `.tooManyAttempts`
    func admit(_ attempt: Attempt) async throws(IdentityError) {
        switch throttle.admit(attempt, now: clock.steady()) {
        case .admitted(.zero):
            break
        case .admitted(let wait):
            do {
                try await Task.sleep(for: .milliseconds(wait.milliseconds))
            } catch {
                throw .overloaded(retryAfter: wait)
            }
        case .rejected(let retryAfter):
            throw .tooManyAttempts(retryAfter: retryAfter)
        }
    }

    /// - Throws: `.tooManyAttempts` when there is something to wait for.
    func require(noDelay delay: TimeSpan?) throws(IdentityError) {
        if let delay { throw .tooManyAttempts(retryAfter: delay) }
    }
}

extension Caller {
    var network: Network { Network(of: remoteAddress) }

    /// This caller's try at an account.
    func attempt(_ kind: Attempt.Kind, at email: EmailAddress) -> Attempt {
        Attempt(kind, pool: pool, account: email.description, remoteAddress: remoteAddress)
    }
}
