import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaSecrets

struct UserRecoveryCode: ManagementCommand {
    static let name = "recovery-code"
    static let summary = "Creates a code by which a user who has lost every credential signs in once."
    static let discussion = """
        Make sure that the person is the user: who has the code has the account. Give the code to the user, who types it
        into the app, or give the link, which leads to a page for a new password. A use ends all sessions of the user. The
        code is not shown again, and a new code replaces it.
        """

    @Argument(UserArgument.help) var user = ""
    @Option(
        "The time for which the code can be used, such as 1h or 7d, from 5m to 7d (default: 24h).",
        value: "TIME"
    )
    var lifetime: LengthOfTime?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<RecoveryCodeResource> {
        var message = RecoveryCodeRequest()
        message.lifetime = lifetime.map { Int64($0.seconds) }
        return .post(options.path("users", user), verb: "createRecoveryCode", message)
    }

    func text(of created: RecoveryCodeResource) -> TerminalText {
        """
        code     \(created.code.reveal())
        link     \(created.link.reveal())
        expires  \(Table.moment(created.expiresAt) ?? "")
        """
    }
}
