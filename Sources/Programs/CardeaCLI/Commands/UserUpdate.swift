import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaSecrets

struct UserUpdate: ManagementCommand {
    static let name = "update"
    static let summary = "Changes a user: name, e-mail address, claims, password and others."
    static let discussion = """
        Values without an option do not change. An empty value deletes the user name, the phone number, the display name,
        the photo or the claims. A new password or e-mail address ends all sessions of the user. For example:

          cardea user update ada@example.com --email-verified true --claims '{"role":"editor"}'
          cardea user update ada@example.com --password
        """

    @Argument(UserArgument.help) var user = ""
    @Option("The e-mail address.", value: "ADDRESS") var email: String?
    @Option("Whether the e-mail address counts as verified: true or false.", value: "BOOL")
    var emailVerified: Bool?
    @Option("The user name.", value: "NAME") var userName: String?
    @Option("The phone number, beginning with +.", value: "NUMBER") var phoneNumber: String?
    @Option("The display name.", value: "NAME") var displayName: String?
    @Option("The URL of a picture.", value: "URL") var photoURL: String?
    @Option("The custom claims: the JSON text of one object.", value: "JSON") var claims: String?
    @Flag("Asks for a new password; without a terminal, it is the first line of the standard input.")
    var password
    @Option("A file whose first line is the new password.", value: "FILE") var passwordFile: String?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<UserResource> {
        get throws {
            let given: [Any?] = [
                email, emailVerified, userName, phoneNumber, displayName, photoURL, claims, passwordFile,
            ]
            guard password || given.contains(where: { $0 != nil }) else {
                throw UsageError("no change is given; see 'cardea user update --help'")
            }
            return .change(options.path("users", user)) {
                $0.email = email
                $0.emailVerified = emailVerified
                $0.userName = userName
                $0.phoneNumber = phoneNumber
                $0.displayName = displayName
                $0.photoURL = photoURL
                $0.customClaims = claims
            }
        }
    }

    func request(_ console: Console) throws -> AdminRequest<UserResource> {
        var request = try request
        guard password || passwordFile != nil, var change = request.message as? UserResource else {
            return request
        }
        if password, passwordFile != nil {
            throw UsageError("--password and --password-file exclude each other")
        }
        change.password = try SecretInput(path: passwordFile, option: "--password-file").newPassword(console)
        request.message = change
        return request
    }
}
