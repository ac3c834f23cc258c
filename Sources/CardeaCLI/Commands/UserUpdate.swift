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
          cardea user update ada@example.com --password-file /dev/stdin < password.txt
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
    @Option("A file whose first line is the new password.", value: "FILE") var passwordFile: String?
    @OptionGroup var options = PoolOptions()

    var request: AdminRequest<UserResource> {
        get throws {
            let given: [Any?] = [
                email, emailVerified, userName, phoneNumber, displayName, photoURL, claims, passwordFile,
            ]
            guard given.contains(where: { $0 != nil }) else {
                throw UsageError("no change is given; see 'cardea user update --help'")
            }
            var change = UserResource()
            change.email = email
            change.emailVerified = emailVerified
            change.userName = userName
            change.phoneNumber = phoneNumber
            change.displayName = displayName
            change.photoURL = photoURL
            change.customClaims = claims
            change.password = try passwordFile.map(Self.password(inFile:))
            return .patch(options.path("users", user), change)
        }
    }

    private static func password(inFile path: String) throws -> Secret {
        let line = try NamedFile.bytes(path, of: "--password-file").prefix { $0 != 10 && $0 != 13 }
        guard !line.isEmpty, let password = String(validating: line, as: UTF8.self) else {
            throw UsageError("--password-file: the first line of '\(path)' is empty or not UTF-8")
        }
        return Secret(password)
    }
}
