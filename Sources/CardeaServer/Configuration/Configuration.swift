extension CardeaServer {
    /// What a server is told before it starts.
    ///
    /// It decodes from one JSON document in which every key may be left out and no other key may stand.
    public struct Configuration: Sendable, Equatable, Codable {
        /// The directory of the database, the keys and the control socket; created when it is not there.
        public var data = "./data"
        /// The address to listen on: a name or a literal.
        public var host = "127.0.0.1"
        /// The port to listen on; 0 for any free one.
        public var port = 8080
        /// The server's own address as clients know it, which issuers are built from; `nil` for where it listens.
        public var baseURL: String?
        /// The file with the master key, 32 bytes or their Base64; `nil` for one that the server makes in `data`.
        public var masterKeyFile: String?
        /// The least severe lines that are logged: `debug`, `info`, `notice`, `warning` or `error`.
        public var logLevel = "info"
        /// Proxies whose `X-Forwarded-For` is believed, as addresses or blocks (`10.0.0.0/8`).
        public var trustedProxies: [String] = []
        /// How the server speaks TLS; without a certificate it speaks plain HTTP.
        public var tls = TLS()
        /// What passwords are hashed with.
        public var passwords = Passwords()
        /// The bounds of requests and connections.
        public var limits = Limits()
        /// When what nobody will ask for any more is deleted.
        public var housekeeping = Housekeeping()
        /// Where figures for Prometheus are served.
        public var metrics = Metrics()

        /// Creates the configuration that holds where nothing else is said.
        public init() {}
    }
}

extension CardeaServer.Configuration {
    /// How the server speaks TLS.
    public struct TLS: Sendable, Equatable, Codable {
        /// The file with the certificate chain, in PEM.
        public var certificate: String?
        /// The file with the certificate's private key, in PEM.
        public var key: String?

        /// Creates a setting without TLS.
        public init() {}
    }

    /// What passwords are hashed with: argon2id (RFC 9106).
    public struct Passwords: Sendable, Equatable, Codable {
        /// KiB of memory for one hash.
        public var memory = 19_456
        /// Passes over the memory.
        public var iterations = 2
        /// Lanes of one hash.
        public var parallelism = 1
        /// Hashes made at one time; 0 for as many as there are cores.
        public var threads = 0
        /// Hashes that may wait; more are refused with 503.
        public var queue = 256

        /// Creates the setting that OWASP recommends.
        public init() {}
    }

    /// The bounds of requests and connections; times are seconds, sizes are bytes.
    public struct Limits: Sendable, Equatable, Codable {
        /// The longest head of a request.
        public var headerBytes = 16_384
        /// The longest body of a request.
        public var bodyBytes = 65_536
        /// The longest body of a request that carries a batch, such as `accounts:batchDelete`.
        public var largeBodyBytes = 1_048_576
        /// The most bytes of slow clients that are kept at one time: unfinished bodies, and responses that are not read.
        public var bufferedBytes = 134_217_728
        /// The most of them of one network address.
        public var bufferedBytesPerAddress = 16_777_216
        /// The most connections at one time.
        public var connections = 8192
        /// The most connections of one network address at one time.
        public var connectionsPerAddress = 1024
        /// The longest a request's head may take to arrive.
        public var headerDeadline = 10
        /// The longest a request's body may take to arrive.
        public var bodyDeadline = 30
        /// The longest a connection may be silent.
        public var idleTimeout = 75
        /// The longest that requests in flight are waited for at the end.
        public var drain = 8
        /// Event loops; 0 for as many as there are cores.
        public var loops = 0

        /// Creates the setting that suits most servers.
        public init() {}
    }
}

extension CardeaServer.Configuration {
    /// Where figures for Prometheus are served, apart from the control socket.
    public struct Metrics: Sendable, Equatable, Codable {
        /// The address and port of `/metrics`, such as `127.0.0.1:9464`; `nil` for the control socket alone.
        ///
        /// It asks for no credential: name an address that only the monitoring can reach.
        public var address: String?

        /// Creates the setting without an address.
        public init() {}
    }
}

extension CardeaServer.Configuration {
    /// When what nobody will ask for any more is deleted; times are seconds.
    public struct Housekeeping: Sendable, Equatable, Codable {
        /// How long a session is kept after it was revoked or expired: 30 days unless told otherwise.
        public var retention = 2_592_000
        /// How long a security event is kept: defaults to 365 days.
        public var eventRetention = 31_536_000
        /// The time from one round to the next; 0 for never.
        public var interval = 3600

        /// Creates the setting that suits most servers.
        public init() {}
    }
}
