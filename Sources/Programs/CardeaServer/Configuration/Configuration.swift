extension CardeaServer {
    /// The settings that an operator gives to a server at its start.
    ///
    /// It decodes from one JSON document. Keys may be left out; unknown keys are errors.
    public struct Configuration: Sendable, Equatable {
        /// The directory of the database, the keys and the control socket.
        ///
        /// It is created if it is missing.
        public var data = "./data"
        /// The URL of a PostgreSQL database that holds the data in place of a file in `data`.
        ///
        /// A password is in the file that `?passfile=` or `PGPASSFILE` names.
        public var database: String?
        /// The address to listen on: a name or a literal.
        public var host = "127.0.0.1"
        /// The port to listen on; 0 for any free one.
        public var port = 8080
        /// The server's own address as clients know it, which issuers are built from.
        ///
        /// Without it: where the server listens.
        public var baseURL: String?
        /// The file with the master key, 32 bytes or their Base64.
        ///
        /// Without it the server makes one in `data`.
        public var masterKeyFile: String?
        /// The directory with the texts of the pages in further languages: files such as `fr.json`.
        ///
        /// Without it: the languages of the program.
        public var languages: String?
        /// The least severe lines that are logged.
        public var logLevel = "info"
        /// The proxies whose `X-Forwarded-For` is trusted, as addresses or blocks such as `10.0.0.0/8`.
        public var trustedProxies: [String] = []
        /// The certificate for TLS; without one the server speaks plain HTTP.
        public var tls = TLS()
        /// The parameters of password hashing.
        public var passwords = Passwords()
        /// The limits of requests and connections.
        public var limits = Limits()
        /// When old data is deleted.
        public var housekeeping = Housekeeping()
        /// Where metrics for Prometheus are served.
        public var metrics = Metrics()
        /// The mail server.
        public var smtp = SMTP()
        /// The gateway for text messages.
        public var sms = SMS()
        /// The way to identity providers.
        public var providers = Providers()
        /// Where the settings were read from; it is not a setting.
        package internal(set) var source = Source()

        /// Creates a configuration of defaults.
        public init() {}
    }
}

extension CardeaServer.Configuration {
    /// Where a configuration was read from.
    package struct Source: Sendable, Equatable {
        /// The configuration file; `nil` if there was none.
        package var file: String?
        /// One line for each value that another one replaces against the likely intention of the operator.
        package var warnings: [String] = []
    }

    /// The settings of TLS.
    public struct TLS: Sendable, Equatable {
        /// The file with the certificate chain, in PEM.
        public var certificate: String?
        /// The file with the certificate's private key, in PEM.
        public var key: String?

        /// Creates a configuration without TLS.
        public init() {}
    }

    /// The parameters of password hashing: argon2id (RFC 9106).
    public struct Passwords: Sendable, Equatable {
        /// The KiB of memory for one hash.
        public var memory = 19_456
        /// The passes over the memory.
        public var iterations = 2
        /// The lanes of one hash.
        public var parallelism = 1
        /// The hashes made at one time; 0 for as many as there are cores.
        public var threads = 0
        /// The hashes that may wait.
        ///
        /// Further ones are rejected with 503.
        public var queue = 256

        /// Creates the parameters that OWASP recommends.
        public init() {}
    }

    /// The limits of requests and connections.
    public struct Limits: Sendable, Equatable {
        /// The longest head of a request, in bytes.
        public var headerBytes = 16_384
        /// The longest body of a request, in bytes.
        public var bodyBytes = 65_536
        /// The longest body of a request that carries a batch, such as `accounts:batchCreate`, in bytes.
        public var largeBodyBytes = 4_194_304
        /// The largest number of bytes of slow clients that are kept at one time: unfinished bodies and unread responses.
        public var bufferedBytes = 134_217_728
        /// The largest number of these bytes of one network address.
        public var bufferedBytesPerAddress = 16_777_216
        /// The largest number of connections at one time.
        public var connections = 8192
        /// The largest number of connections of one network address at one time.
        public var connectionsPerAddress = 1024
        /// The seconds in which the head of a request must arrive.
        public var headerDeadline = 10
        /// The seconds in which the body of a request must arrive.
        public var bodyDeadline = 30
        /// The seconds that a connection may be silent.
        public var idleTimeout = 75
        /// The seconds that open requests may take when the server stops.
        public var drain = 8
        /// The event loops; 0 for as many as there are cores.
        public var loops = 0

        /// Creates the defaults.
        public init() {}
    }
}

extension CardeaServer.Configuration {
    /// Where metrics for Prometheus are served, apart from the control socket.
    public struct Metrics: Sendable, Equatable {
        /// The address and port of `/metrics`, apart from the control socket.
        ///
        /// No credential is needed there: choose an address that only the monitoring can reach.
        public var address: String?

        /// Creates a configuration without an address.
        public init() {}
    }
}

extension CardeaServer.Configuration {
    /// When old data is deleted.
    public struct Housekeeping: Sendable, Equatable {
        /// The seconds that a session is kept after it was revoked or expired.
        public var retention = 2_592_000
        /// The seconds that a security event is kept.
        public var eventRetention = 31_536_000
        /// The seconds that a dead letter is kept, a mail or a text message.
        public var mailRetention = 604_800
        /// The seconds between two rounds; 0 for no rounds.
        public var interval = 3600

        /// Creates the defaults.
        public init() {}
    }
}
