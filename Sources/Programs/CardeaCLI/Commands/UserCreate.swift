import CardeaAdminAPI
import CardeaHTTPMessages
import CardeaSecrets

struct UserCreate: Command {
    static let name = "create"
    static let summary = "Creates a user."
    static let discussion = """
        At a terminal, the command asks for the password, and does not show it. Otherwise the password is the first line of the
        standard input, or of the file that --password-file names. It is never an argument, which other users of the machine
        could read. For example:

          cardea user create --email ada@example.com
          cardea user create --email ada@example.com < password.txt
        """

    @Option("The e-mail address.", value: "ADDRESS") var email: String?
    @Option("The user name.", value: "NAME") var userName: String?
    @Option("The phone number, beginning with +.", value: "NUMBER") var phoneNumber: String?
    @Option("The display name.", value: "NAME") var displayName: String?
    @Option("The user's id (default: a random one).", value: "ID") var id: String?
    @Option("A file whose first line is the password.", value: "FILE") var passwordFile: String?
    @Flag("Creates a user that has no password.") var noPassword
    @Flag("Counts the e-mail address as verified.") var emailVerified
    @OptionGroup var options = PoolOptions()

    func run(_ console: Console) async throws {
        var new = UserResource()
        new.id = id
        new.email = email
        new.userName = userName
        new.phoneNumber = phoneNumber
        new.displayName = displayName
        new.emailVerified = emailVerified
        new.password = try password(console)
        let request = AdminRequest<UserResource>.post(options.path("users"), new)
        let response = try await Management.use(options.data, console) { try await $0.send(request) }
        if options.json { return console.print(json: response.json) }
        console.print(try response.decode(UserResource.self).text)
    }

    private func password(_ console: Console) throws -> Secret? {
        if noPassword {
            guard passwordFile == nil else {
                throw UsageError("--no-password and --password-file exclude each other")
            }
            return nil
        }
        return try SecretInput(path: passwordFile, option: "--password-file").newPassword(console)
    }
}
