import CardeaHTTPMessages
import CardeaHTTPRouting
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The context of a request beside its message.
struct ToolkitCall: Sendable {
    let caller: Caller
    let kind: CallerKind
    /// Whether the request has an administrator's credential, also among others.
    let hasAdministratorCredential: Bool
    let headerFields: HeaderFields
    let query: QueryItems
    let path: PathParameters
    let services: ToolkitServices

    /// Whether the server is an emulator that differs from a server in a point.
    func emulates(_ difference: EmulatorDifference) -> Bool { services.differences.contains(difference) }

    /// The fields that an update changes.
    func mask<Resource>() throws(FieldError) -> FieldMask<Resource> {
        try FieldMask(query["updateMask"], ignoringUnknown: emulates(.unknownMaskNames))
    }

    /// Whether an administrator names the users of a request.
    var namesUsers: Bool {
        kind == .administrator || hasAdministratorCredential && emulates(.administratorFirst)
    }
}

/// The capabilities behind the operations.
///
/// It is a class, so that a request copies one reference.
final class ToolkitServices: Sendable {
    let accounts: Accounts
    let signIn: SignIn
    let federation: Federation
    let sessions: Sessions
    let verification: Verification
    let users: UserAdministration
    let userImport: UserImport
    let providers: ProviderAdministration
    let redirects: RedirectFlow
    let serviceAccounts: ServiceAccounts
    /// The points in which an emulator differs.
    let differences: Set<EmulatorDifference>
    let phone: PhoneSignIn
    let projects: ProjectDirectory
    let random: any RandomSource

    init(_ services: IdentityServices, projects: ProjectDirectory, random: any RandomSource) {
        accounts = services.accounts
        signIn = services.signIn
        federation = services.federation
        sessions = services.sessions
        verification = services.verification
        users = services.users
        userImport = services.userImport
        providers = services.providerAdministration
        redirects = services.redirects
        serviceAccounts = services.serviceAccounts
        differences = services.differences
        phone = services.phone
        self.projects = projects
        self.random = random
    }
}

typealias ToolkitOperation = Operation<ToolkitCall>

extension ToolkitOperation {
    /// The permission of a sign-in method: that it is off is said before what its message lacks.
    ///
    /// A request with the token of a user is decided by the settings of the user's tenant, which are not known yet.
    static func allowed(
        _ method: any KeyPath<SignInPolicy, Bool> & Sendable,
        else error: IdentityError
    ) -> @Sendable (ToolkitCall, RequestFields) throws -> Void {
        { call, fields in
            guard !call.caller.policy.signIn[keyPath: method], try fields.text("idToken") == nil else {
                return
            }
            throw error
        }
    }
}
