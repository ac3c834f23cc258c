/// The modules by layers, from which they are checked and the table in ARCHITECTURE.md is generated.
///
/// A line has the name of a module, its marks and its content. `+`: other packages use its declarations, which may be
/// `public`. `†`: pointers and `unsafe` may appear in all its files.
extension Architecture {
    static let modules: [Layer: [Module]] = [
        .programs: list(
            """
            cardea          The main function, nothing else.
            CardeaCLI       The commands, the argument parser, the way to a running server or to its database.
            CardeaServer +  Configuration, composition, start and shutdown; embeddable.
            """
        ),
        .protocols: list(
            """
            CardeaIdentityToolkitAPI  Google's Identity Toolkit and Secure Token protocols: operations, errors, public keys.
            CardeaOAuthAPI            OAuth 2.0: refresh (RFC 6749), revocation (RFC 7009), introspection (RFC 7662), assertions (RFC 7523).
            CardeaKiiAPI              Sign-in and refresh under the names of Kii Cloud's REST API.
            CardeaAccountPages        The pages that links in e-mails lead to: plain HTML without script; the pages of Google's JavaScript SDK.
            CardeaAdminAPI            The administration protocol, over a Unix socket or inside the process.
            """
        ),
        .http: list(
            """
            CardeaHTTPRouting    Requests, responses, the router, sites and middleware.
            CardeaOperations     One declaration per operation: paths, callers, fields, errors; routes and documents from it.
            CardeaHTTPServing †  HTTP/1.1 over epoll: request reader, connections, event loops that run tasks, limits, TLS by OpenSSL.
            """
        ),
        .storage: list(
            """
            CardeaIdentityStore        The domain's stores in SQL, for every engine; migrations.
            CardeaSQLCore              SQL statements, values, transactions, locks; the protocol of a database driver.
            CardeaSQLiteDriver      †  SQLite: one writer with group commit, readers, the directory lock.
            CardeaPostgreSQLDriver  †  PostgreSQL: group commit in trips of pipelined statements, row locks, announcements.
            """
        ),
        .domain: list(
            """
            CardeaProviders        Sign-in at other providers: discovery, keys, ID tokens, codes, profiles, by definitions that are data.
            CardeaIdentityService  The use cases by capability; keys, tokens, projects, throttling.
            CardeaIdentityDomain   Entities, rules, the rotation state machine, the stores' protocols. No IO, no clock, no randomness.
            """
        ),
        .messages: list(
            """
            CardeaIdentityWire  The messages and error codes that server and client share.
            """
        ),
        .client: list(
            """
            Cardea              +  The identity SDK: sign-up, sign-in, users, linking, listeners.
            CardeaAdmin         +  The SDK for back ends: verification of tokens, custom tokens, users, tenants.
            CardeaSession       +  The session engine for any back end: state machine, single-flight refresh, replay, stores.
            CardeaSecretService +† The user's keyring on Linux by libsecret: a store, and the key of an encrypted file.
            CardeaTesting       +  Test doubles for apps: clock, transport, store, a rotating fake server.
            """
        ),
        .foundation: list(
            """
            CardeaEncodings              Base64, hexadecimal, percent-encoding, forms, JSON, the calendar.
            CardeaLocks                  `Mutex`: the standard library's, or one that ThreadSanitizer understands.
            CardeaThreads             †  Threads with a name and a priority, for work that blocks; a bounded queue, a monitor, a latch.
            CardeaOperatingSystem     †  Private and durable files, permissions, process figures, messages to the service manager.
            CardeaMetrics             +  Counters, recorders, gauges and timers, shaped like swift-metrics; Prometheus' text format.
            CardeaSettings               Settings declared once: key, values, default, documentation; strict reading of documents.
            CardeaSecrets                Texts that never print: passwords, codes, tokens.
            CardeaLogging             +  Structured logging, shaped like swift-log; a thread of its own writes JSON lines.
            CardeaHTML                   Markup as result builders that escape, the components of pages, mails in HTML, texts by language.
            CardeaHTTPMessages        +  Header fields, methods.
            CardeaHTTPTransport       +  The protocol of the client's HTTP transport: requests, responses, streamed bodies.
            CardeaCurlTransport       +† The transport over libcurl, for Linux.
            CardeaMailDelivery        †  Messages (RFC 5322, MIME), and SMTP with TLS and authentication by libcurl.
            CardeaOutboundHTTP        †  Requests of the server to other servers by libcurl, guarded against private networks.
            CardeaURLSessionTransport +  The transport over URLSession, for Apple systems; on Linux for tests and benchmarks only.
            CardeaCryptography        †  Hashes, MACs, AEAD, signatures, certificates by libcrypto; on Apple systems the client's part by CryptoKit.
            CardeaPasswordHashing     †  Argon2id, and imported hashes, on threads of the lowest priority behind a bounded queue.
            CardeaPhoneNumbers        †  Phone numbers: reading, E.164 form and region, by libphonenumber.
            CardeaUserNames           †  User names: the form in which they are compared, by ICU.
            CardeaJOSE                   JSON Web Signatures, tokens and keys.
            """
        ),
        .system: list(
            """
            CCardeaLinux         What Glibc's module lacks: epoll, eventfd, accept4.
            CCardeaSQLite        libsqlite3
            CCardeaPostgreSQL    libpq
            CCardeaOpenSSL       libcrypto
            CCardeaArgon2        libargon2
            CCardeaCrypt         libcrypt
            CCardeaLibSSL        libssl
            CCardeaCurl          libcurl
            CCardeaSecret        libsecret
            CCardeaICU           libicu
            CCardeaPhoneNumbers  libphonenumber, behind a function in C.
            CCardeaPages         The files of the pages: stylesheet, scripts, texts; the compiler puts them into the program.
            """
        ),
        .samples: list(
            """
            cardea-demo        The sample app for the terminal (`Examples/TerminalApp`).
            cardea-back-end    The sample back end (`Examples/BackEnd`).
            cardea-bench       The benchmarks (`Benchmarks/CardeaBench`).
            BareServers     †  The servers that the benchmarks compare with (`Benchmarks/BareServers`).
            """
        ),
        .testing: list(
            """
            APITestSupport          A server without sockets for the tests of the protocols.
            AdminTestSupport        What tests of the SDK for back ends share.
            LoggingTestSupport      Keeps log lines for tests.
            RotationModel           A model of token rotation, written independently of the real one.
            DeviceUnderTest         A client on a device, as tests use it.
            TransportTestSupport †  A server of scripted responses on a real socket.
            session-probe           A program with one client, which tests start and kill.
            ChildProcesses          Starts programs, reads their output, ends them.
            PostgreSQLServer      † A PostgreSQL server in a temporary directory, for the process of the tests.
            StoreEngines            The engines that tests of the store run on.
            StoreContract           The tests that every credential store passes.
            ProviderStandIns        Identity providers on loopback, with the quirks of the real ones.
            Alamofire               The names of Alamofire's types, for a test of name clashes.
            FirebaseAuth            The names of FirebaseAuth's types, for a test of name clashes.
            HTTPTypes               The names of swift-http-types, for a test of name clashes.
            session-campaign        A simulation of clients with faults, from a seed.
            RequestCorpus           Hostile HTTP requests and a second reader of them.
            """
        ),
    ]

    private static func list(_ lines: String) -> [Module] { lines.split(separator: "\n").map(Module.init) }
}

extension Module {
    /// Reads a line of the list.
    fileprivate init(line: Substring) {
        var words = line.split(separator: " ")
        name = String(words.removeFirst())
        let marks = words.first.map(String.init) ?? ""
        let hasMarks = !marks.isEmpty && marks.allSatisfy { "+†".contains($0) }
        if hasMarks { words.removeFirst() }
        isPublished = hasMarks && marks.contains("+")
        mayBeUnsafe = hasMarks && marks.contains("†")
        content = words.joined(separator: " ")
    }
}
