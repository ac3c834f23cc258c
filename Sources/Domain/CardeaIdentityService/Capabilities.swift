import CardeaIdentityDomain
import CardeaLogging

// The use cases, by capability. A capability holds only what its use cases need. Each use case is a method in a file of
// its own, in an extension of the capability; a use case that needs further dependencies belongs to a new capability.

/// Operations of users on their own record: sign-up, change, upgrade, deletion.
package struct Accounts: Sendable {
    let store: ServiceStore
    let completion: SignInCompletion
    let passwords: Passwords
    let throttle: Throttle
    let codes: CodeIssuer
    let differences: Set<EmulatorDifference>
    let clock: any WallClock
    let random: any RandomSource
}

/// Begins a session, or authenticates again in one, by a credential.
package struct SignIn: Sendable {
    let store: ServiceStore
    let projects: ProjectDirectory
    let completion: SignInCompletion
    let passwords: Passwords
    let throttle: Throttle
    let codes: CodeIssuer
    let differences: Set<EmulatorDifference>
    let clock: any WallClock
    let random: any RandomSource
}

/// Checks, exchanges and revokes the tokens of sessions.
package struct Sessions: Sendable {
    let store: ServiceStore
    let projects: ProjectDirectory
    let issuer: TokenIssuer
    let clock: any WallClock
    let random: any RandomSource
    let metrics: ServiceMetrics
    let logger: Logger
}

/// Sends codes to addresses, and uses them.
package struct Verification: Sendable {
    let store: ServiceStore
    let projects: ProjectDirectory
    let passwords: Passwords
    let throttle: Throttle
    let codes: CodeIssuer
    let clock: any WallClock
}

/// Operations of administrators on users.
package struct UserAdministration: Sendable {
    let store: ServiceStore
    let projects: ProjectDirectory
    let passwords: Passwords
    package let differences: Set<EmulatorDifference>
    let clock: any WallClock
    let random: any RandomSource
}

/// Deletes old data, in steps of a bounded size.
package struct Cleanup: Sendable {
    let store: ServiceStore
    let clock: any WallClock
}
