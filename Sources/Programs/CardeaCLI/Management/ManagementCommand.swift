import CardeaAdminAPI
import CardeaEncodings
import CardeaHTTPMessages
import CardeaOperations

/// A request of management, with the type of its response.
struct AdminRequest<Output: Decodable> {
    var method = RequestMethod.get
    /// The parts of the path below `/admin/v1`; they are percent-encoded when the request is sent.
    let path: [String]
    /// The text behind the path and a colon.
    var verb: String?
    /// The items of the query; those without a value are left out.
    var query: [(name: String, value: String?)] = []
    /// The body, as JSON.
    var message: (any Encodable)?
    /// The body, as lines of JSON.
    var lines: [UInt8]?

    static func get(_ path: [String], query: [(name: String, value: String?)] = []) -> Self {
        Self(path: path, query: query)
    }

    static func post(_ path: [String], verb: String? = nil, _ message: (any Encodable)? = nil) -> Self {
        Self(method: .post, path: path, verb: verb, message: message)
    }

    static func delete(_ path: [String]) -> Self { Self(method: .delete, path: path) }
}

extension AdminRequest where Output: ResourceMessage & Encodable {
    /// Creates a resource with the fields that a closure sets.
    static func create(_ path: [String], _ set: (inout Output) throws -> Void) rethrows -> Self {
        .post(path, try resource(set))
    }

    /// Changes the fields of a resource that a closure sets.
    static func change(_ path: [String], _ set: (inout Output) throws -> Void) rethrows -> Self {
        Self(method: .patch, path: path, message: try resource(set))
    }

    private static func resource(_ set: (inout Output) throws -> Void) rethrows -> Output {
        var resource = Output()
        try set(&resource)
        return resource
    }
}

/// A response that a command prints for a person.
protocol Printable: Decodable {
    var text: TerminalText { get }
}

/// A command that sends one request and prints its response.
///
///     struct TenantShow: ManagementCommand {
///         static let name = "show"
///         static let summary = "Shows a tenant."
///
///         @Argument("The tenant's id.") var id = ""
///         @OptionGroup var options = ProjectOptions()
///
///         var request: AdminRequest<TenantResource> { .get(options.path("tenants", id)) }
///     }
protocol ManagementCommand: Command {
    associatedtype Options: ManagementOptions
    associatedtype Output: Decodable

    var options: Options { get }
    var request: AdminRequest<Output> { get throws }
    /// The request of a command that also reads from the console.
    func request(_ console: Console) throws -> AdminRequest<Output>
    /// The response for a person.
    func text(of output: Output) throws -> TerminalText
    /// A warning that is printed before the request is sent; `nil` if there is no reason for one.
    var warning: TerminalText? { get }
    /// The reason why the command fails although the server responded; `nil` if it does not.
    func failure(of output: Output) -> CommandFailure?
}

extension ManagementCommand {
    func run(_ console: Console) async throws { try await perform(console) }

    /// Asks if the command cannot be undone, sends the request and prints the response.
    func perform(_ console: Console) async throws {
        let request = try request(console)
        try await askFirst(console)
        if let warning { console.printError(warning) }
        let response = try await Management.use(options.data, console) { try await $0.send(request) }
        let output = try response.decode(Output.self)
        if options.json { console.print(json: response.json) } else { console.print(try text(of: output)) }
        if let failure = failure(of: output) { throw failure }
    }

    func request(_ console: Console) throws -> AdminRequest<Output> { try request }

    var warning: TerminalText? { nil }

    func failure(of output: Output) -> CommandFailure? { nil }
}

extension ManagementCommand where Output: Printable {
    func text(of output: Output) -> TerminalText { output.text }
}

/// The server that a command is about, and the form of its output.
protocol ManagementOptions {
    var data: DataOptions { get }
    var json: Bool { get }
}

/// The options of a command for the whole server.
struct ServerOptions: ManagementOptions {
    @OptionGroup var data = DataOptions()
    @Flag("Prints JSON.") var json
}

/// The options of a command for a project.
struct ProjectOptions: ManagementOptions {
    @OptionGroup var data = DataOptions()
    @Option("The project's id.", value: "ID") var project = "default"
    @Flag("Prints JSON.") var json

    /// The path of the project, followed by other parts.
    func path(_ parts: String...) -> [String] { ["projects", project] + parts }
}

/// The options of a command for the users of a project or of a tenant.
struct PoolOptions: ManagementOptions {
    @OptionGroup var data = DataOptions()
    @Option("The project's id.", value: "ID") var project = "default"
    @Option("The id of a tenant (default: the users of the project itself).", value: "ID")
    var tenant: String?
    @Flag("Prints JSON.") var json

    /// The path of the user pool, followed by other parts.
    func path(_ parts: String...) -> [String] { path(of: tenant) + parts }

    /// The path of the users of the project itself, or of one of its tenants.
    func path(of tenant: String?) -> [String] {
        ["projects", project] + (tenant.map { ["tenants", $0] } ?? [])
    }
}

/// The response to a request whose text a command only passes on.
struct NoResponse: Decodable {}
