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
    let services: IdentityServices

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
