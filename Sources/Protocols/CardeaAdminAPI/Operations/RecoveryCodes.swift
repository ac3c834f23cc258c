import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
package import CardeaOperations
package import CardeaSecrets

extension AdminOperation {
    static var createRecoveryCode: Self {
        Operation(
            "users.createRecoveryCode",
            "Creates a code by which a user who has lost every credential signs in once. A former code stops working.",
            .post,
            ["/projects/{project}/users/{user}", "/projects/{project}/tenants/{tenant}/users/{user}"]
                .map { $0 + ":createRecoveryCode" },
            errors: [.notFound, .conflict]
        ) { (call, message: RecoveryCodeRequest) in
            let user = try await call.user
            return RecoveryCodeResource(
                try await call.users.createRecoveryCode(
                    for: user.id,
                    in: user.pool,
                    lifetime: message.lifetime.map(TimeSpan.seconds) ?? .days(1),
                    by: call.actor
                )
            )
        }
    }
}

/// The request for a recovery code.
package struct RecoveryCodeRequest: InputMessage, Codable {
    package var lifetime: Int64?

    package init() {}

    package static let inputFields = InputTable<Self> {
        InputField(\.lifetime, 300...604_800, "Seconds for which the code can be used; defaults to a day.")
    }
}

/// A new recovery code; it is not shown again.
package struct RecoveryCodeResource: OutputMessage, Codable {
    package let code: Secret
    package let link: Secret
    package let expiresAt: Int64

    init(_ created: CreatedRecoveryCode) {
        code = created.text
        link = created.link
        expiresAt = created.code.expiresAt.milliseconds
    }

    package static let outputFields = OutputTable<Self> {
        OutputField(\.code, "Code, as the user types it into an app.")
        OutputField(\.link, "Page on which the user chooses a new password by the code.")
        OutputField(\.expiresAt, "Time of expiry, in milliseconds since 1970.")
    }
}
