import CardeaIdentityService
import CardeaOperations

/// What an operation knows about its request beside the message.
struct ToolkitCall: Sendable {
    let caller: Caller
    let kind: CallerKind
    let query: QueryItems
    let services: ToolkitServices
}

/// The capabilities behind the operations.
///
/// It is a class, so that a request copies one reference.
final class ToolkitServices: Sendable {
    let accounts: Accounts
    let signIn: SignIn
    let sessions: Sessions
    let verification: Verification
    let users: UserAdministration
    let userImport: UserImport
    let projects: ProjectDirectory
    let random: any RandomSource

    init(_ services: IdentityServices, projects: ProjectDirectory, random: any RandomSource) {
        accounts = services.accounts
        signIn = services.signIn
        sessions = services.sessions
        verification = services.verification
        users = services.users
        userImport = services.userImport
        self.projects = projects
        self.random = random
    }
}

typealias ToolkitOperation = Operation<ToolkitCall>
