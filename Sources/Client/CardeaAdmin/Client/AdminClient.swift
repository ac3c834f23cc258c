public import CardeaSession

/// Verifies tokens and manages users, for a back end.
///
///     let admin = try AdminClient(.init(server: .cardea(address), serviceAccount: ServiceAccountKey(file: keyFile)))
///     let token = try await admin.verifyIDToken(SessionSecret(bearer))
///     let user = try await admin.user(token.userID)
///
/// A client is made once and used by any number of tasks: it keeps public keys and its access token.
public final class AdminClient: Sendable {
    /// The project whose users these are.
    public let projectID: String
    /// The user pool of this client; `nil` for the project's own.
    public let tenantID: String?
    let shared: Shared

    /// The parts that the clients of all tenants share.
    struct Shared: Sendable {
        let server: AdminServer
        let serviceAccount: ServiceAccountKey?
        let rules: TokenRules
        let idTokenKeys: PublicKeys
        let sessionCookieKeys: PublicKeys
        let api: AdminAPI
        let clock: any SessionClock
    }

    /// Creates a client, without a request.
    ///
    /// - Throws: `invalidArgument` if neither the configuration nor the service account names the project.
    public init(_ configuration: Configuration) throws(AdminError) {
        guard let projectID = configuration.projectID ?? configuration.serviceAccount?.projectID else {
            throw AdminError(.invalidArgument, detail: "projectID is missing, and so is a service account")
        }
        let (server, transport, clock) = (configuration.server, configuration.transport, configuration.clock)
        self.projectID = projectID
        tenantID = nil
        shared = Shared(
            server: server,
            serviceAccount: configuration.serviceAccount,
            rules: TokenRules(server: server, projectID: projectID, skew: configuration.clockSkew),
            idTokenKeys: PublicKeys(at: server.idTokenKeys, transport, clock),
            sessionCookieKeys: PublicKeys(at: server.sessionCookieKeys, transport, clock),
            api: AdminAPI(
                server: server,
                projectID: projectID,
                credential: AdminCredential(
                    fixed: server.isEmulator ? SessionSecret("owner") : configuration.administratorToken,
                    key: configuration.serviceAccount,
                    transport: transport,
                    clock: clock
                ),
                transport: transport
            ),
            clock: clock
        )
    }

    private init(_ other: AdminClient, tenantID: String?) {
        (projectID, shared) = (other.projectID, other.shared)
        self.tenantID = tenantID
    }

    /// A client for the users and tokens of one tenant; keys and access token are shared.
    ///
    /// - Parameter id: The tenant; `nil` for the project's own pool.
    /// - Returns: The client of the tenant.
    public func forTenant(_ id: String?) -> AdminClient { AdminClient(self, tenantID: id) }
}

extension AdminClient {
    /// Where the server is, and what a client works with.
    public struct Configuration: Sendable {
        /// Where the identity server is reached.
        public var server: AdminServer
        /// The project; `nil` for that of the service account.
        public var projectID: String?
        /// The key that signs custom tokens, and by which the client becomes an administrator; tokens are verified without.
        public var serviceAccount: ServiceAccountKey?
        /// A token of an administrator (`cardea administrator create`), in place of a service account.
        public var administratorToken: SessionSecret?
        /// The largest difference between the clock of the server and this machine's.
        public var clockSkew: Duration
        /// The transport of all requests.
        public var transport: any HTTPTransport
        /// The clocks.
        public var clock: any SessionClock

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - server: Where the identity server is reached.
        ///   - projectID: The project; defaults to that of the service account.
        ///   - serviceAccount: The key of a service account; defaults to none, for back ends that verify tokens alone.
        ///   - administratorToken: A token of an administrator, in place of a service account.
        ///   - clockSkew: How far clocks may differ; defaults to one minute.
        ///   - transport: The transport of all requests; defaults to the system's own.
        ///   - clock: The clocks; defaults to the machine's clocks.
        public init(
            server: AdminServer,
            projectID: String? = nil,
            serviceAccount: ServiceAccountKey? = nil,
            administratorToken: SessionSecret? = nil,
            clockSkew: Duration = .seconds(60),
            transport: (any HTTPTransport)? = nil,
            clock: (any SessionClock)? = nil
        ) {
            self.server = server
            self.projectID = projectID
            self.serviceAccount = serviceAccount
            self.administratorToken = administratorToken
            self.clockSkew = clockSkew
            self.transport = transport ?? SystemTransport()
            self.clock = clock ?? SystemClock()
        }
    }
}
