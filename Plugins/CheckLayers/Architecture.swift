/// The layers of the architecture, top to bottom.
enum Layer: String, CaseIterable {
    case programs = "Programs"
    case protocols = "Protocols"
    case http = "HTTP"
    case storage = "Storage"
    case domain = "Domain"
    case messages = "Messages"
    case client = "Client"
    case foundation = "Foundation"
    case system = "System"
    case samples = "Samples"
    case testing = "Testing"

    /// The layers whose modules a module of this layer may depend on.
    var mayUse: Set<Layer> {
        switch self {
        case .programs: [.programs, .protocols, .http, .storage, .domain, .foundation]
        case .protocols: [.messages, .http, .domain, .foundation]
        case .http: [.http, .foundation, .system]
        case .storage: [.storage, .domain, .foundation, .system]
        case .domain: [.domain, .foundation]
        case .messages: []
        case .client: [.client, .messages, .foundation, .system]
        case .foundation: [.foundation, .system]
        case .system: []
        case .samples: [.samples, .client, .http, .foundation, .system]
        case .testing: Set(Layer.allCases)
        }
    }
}

/// A module of the package: its place and the rules that differ from module to module.
struct Module {
    enum Trait {
        /// Other packages use its declarations: they may be `public`.
        case published
        /// Pointers and `unsafe` may appear in all its files.
        case unsafe
    }

    let name: String
    /// The content of the module, for the table in ARCHITECTURE.md.
    let content: String
    let traits: Set<Trait>

    init(_ name: String, _ content: String, _ traits: Trait...) {
        self.name = name
        self.content = content
        self.traits = Set(traits)
    }
}

/// The list from which the modules are checked and the table in ARCHITECTURE.md is generated.
enum Architecture {
    static func layer(of module: String) -> Layer? {
        modules.first { _, modules in modules.contains { $0.name == module } }?.key
    }

    static func has(_ module: String, _ trait: Module.Trait) -> Bool {
        modules.values.contains { $0.contains { $0.name == module && $0.traits.contains(trait) } }
    }

    static let modules: [Layer: [Module]] = [
        .programs: [
            Module("cardea", "The main function, nothing else."),
            Module(
                "CardeaCLI",
                "The commands, the argument parser, the way to a running server or to its database."
            ),
            Module("CardeaServer", "Configuration, composition, start and shutdown; embeddable.", .published),
        ],
        .protocols: [
            Module(
                "CardeaIdentityToolkitAPI",
                "Google's Identity Toolkit and Secure Token protocols: operations, errors, public keys."
            ),
            Module(
                "CardeaOAuthAPI",
                "OAuth 2.0: refresh (RFC 6749), revocation (RFC 7009), introspection (RFC 7662), assertions (RFC 7523)."
            ),
            Module("CardeaKiiAPI", "Sign-in and refresh under the names of Kii Cloud's REST API."),
            Module(
                "CardeaAccountPages",
                "The pages that links in e-mails lead to: plain HTML in five languages, without script."
            ),
            Module(
                "CardeaAdminAPI",
                "The administration protocol, over a Unix socket or inside the process."
            ),
        ],
        .http: [
            Module("CardeaHTTPRouting", "Requests, responses, the router, sites and middleware."),
            Module(
                "CardeaOperations",
                "One declaration per operation: paths, callers, fields, errors; routes and documents from it."
            ),
            Module(
                "CardeaHTTPServing",
                "HTTP/1.1 over epoll: request reader, connections, event loops that run tasks, limits, TLS by OpenSSL.",
                .unsafe
            ),
        ],
        .storage: [
            Module("CardeaIdentityStore", "The domain's stores in SQL, for every engine; migrations."),
            Module(
                "CardeaSQLCore",
                "SQL statements, values, transactions; the protocol of a database driver."
            ),
            Module(
                "CardeaSQLiteDriver",
                "SQLite: one writer with group commit, readers, the directory lock.",
                .unsafe
            ),
        ],
        .domain: [
            Module(
                "CardeaIdentityService",
                "The use cases by capability, one per file; keys, tokens, projects, throttling."
            ),
            Module(
                "CardeaIdentityDomain",
                "Entities, rules, the rotation state machine, the stores' protocols. No IO, no clock, no randomness."
            ),
        ],
        .messages: [
            Module("CardeaIdentityWire", "The messages and error codes that server and client share.")
        ],
        .client: [
            Module("Cardea", "The identity SDK: sign-up, sign-in, users, linking, listeners.", .published),
            Module(
                "CardeaAdmin",
                "The SDK for back ends: verification of tokens, custom tokens, users, tenants.",
                .published
            ),
            Module(
                "CardeaSession",
                "The session engine for any back end: state machine, single-flight refresh, replay, stores.",
                .published
            ),
            Module(
                "CardeaSecretService",
                "The user's keyring on Linux by libsecret: a store, and the key of an encrypted file.",
                .published,
                .unsafe
            ),
            Module(
                "CardeaTesting",
                "Test doubles for apps: clock, transport, store, a rotating fake server.",
                .published
            ),
        ],
        .foundation: [
            Module("CardeaEncodings", "Base64, hexadecimal, percent-encoding, forms, JSON, the calendar."),
            Module(
                "CardeaLocks",
                "`Mutex`: the standard library's, or one that ThreadSanitizer understands."
            ),
            Module(
                "CardeaThreads",
                "Threads with a name and a priority, for work that blocks; a bounded queue, a monitor, a latch.",
                .unsafe
            ),
            Module(
                "CardeaOperatingSystem",
                "Private and durable files, permissions, process figures, messages to the service manager.",
                .unsafe
            ),
            Module(
                "CardeaMetrics",
                "Counters, recorders, gauges and timers, shaped like swift-metrics; Prometheus' text format.",
                .published
            ),
            Module(
                "CardeaSettings",
                "Settings declared once: key, values, default, documentation; strict reading of documents."
            ),
            Module(
                "CardeaLogging",
                "Structured logging, shaped like swift-log; a thread of its own writes JSON lines.",
                .published
            ),
            Module("CardeaHTTPMessages", "Header fields, methods.", .published),
            Module(
                "CardeaHTTPTransport",
                "The protocol of the client's HTTP transport: requests, responses, streamed bodies.",
                .published
            ),
            Module("CardeaCurlTransport", "The transport over libcurl, for Linux.", .published, .unsafe),
            Module(
                "CardeaMailDelivery",
                "Messages (RFC 5322, MIME), and SMTP with TLS and authentication by libcurl.",
                .unsafe
            ),
            Module(
                "CardeaOutboundHTTP",
                "Requests of the server to other servers by libcurl, guarded against private networks.",
                .unsafe
            ),
            Module(
                "CardeaURLSessionTransport",
                "The transport over URLSession, for Apple systems; on Linux for tests and benchmarks only.",
                .published
            ),
            Module(
                "CardeaCryptography",
                "Hashes, MACs, AEAD, signatures, certificates by libcrypto; on Apple systems the client's part by CryptoKit.",
                .unsafe
            ),
            Module(
                "CardeaPasswordHashing",
                "Argon2id, and imported hashes, on threads of the lowest priority behind a bounded queue.",
                .unsafe
            ),
            Module(
                "CardeaPhoneNumbers",
                "Phone numbers: reading, E.164 form and region, by libphonenumber.",
                .unsafe
            ),
            Module("CardeaUserNames", "User names: the form in which they are compared, by ICU.", .unsafe),
            Module("CardeaJOSE", "JSON Web Signatures, tokens and keys."),
        ],
        .system: [
            Module("CCardeaLinux", "What Glibc's module lacks: epoll, eventfd, accept4."),
            Module("CCardeaSQLite", "libsqlite3"),
            Module("CCardeaOpenSSL", "libcrypto"),
            Module("CCardeaArgon2", "libargon2"),
            Module("CCardeaCrypt", "libcrypt"),
            Module("CCardeaLibSSL", "libssl"),
            Module("CCardeaCurl", "libcurl"),
            Module("CCardeaSecret", "libsecret"),
            Module("CCardeaICU", "libicu"),
            Module("CCardeaPhoneNumbers", "libphonenumber, behind a function in C."),
        ],
        .samples: [
            Module("cardea-demo", "The sample app for the terminal (`Examples/TerminalApp`)."),
            Module("cardea-back-end", "The sample back end (`Examples/BackEnd`)."),
            Module("cardea-bench", "The benchmarks (`Benchmarks/CardeaBench`)."),
            Module(
                "BareServers",
                "The servers that the benchmarks compare with (`Benchmarks/BareServers`).",
                .unsafe
            ),
        ],
        .testing: [
            Module("APITestSupport", "A server without sockets for the tests of the protocols."),
            Module("LoggingTestSupport", "Keeps log lines for tests."),
            Module("RotationModel", "A model of token rotation, written independently of the real one."),
            Module("DeviceUnderTest", "A client on a device, as tests use it."),
            // Tests listen on sockets of their own.
            Module("TransportTestSupport", "A server of scripted responses on a real socket.", .unsafe),
            Module("session-probe", "A program with one client, which tests start and kill."),
            Module("ChildProcesses", "Starts programs, reads their output, ends them."),
            Module("StoreContract", "The tests that every credential store passes."),
            Module("Alamofire", "The names of Alamofire's types, for a test of name clashes."),
            Module("HTTPTypes", "The names of swift-http-types, for a test of name clashes."),
            Module("session-campaign", "A simulation of clients with faults, from a seed."),
            Module("RequestCorpus", "Hostile HTTP requests and a second reader of them."),
        ],
    ]

    /// Dependencies that the layers allow but the architecture does not.
    static let forbidden: [String: Set<String>] = [
        "CardeaIdentityDomain": [
            "CardeaEncodings", "CardeaLogging", "CardeaCryptography", "CardeaPasswordHashing", "CardeaJOSE",
            "CardeaIdentityService",
        ],
        "CardeaIdentityService": clientTransports.union(
            ["CardeaHTTPMessages", "CardeaMailDelivery", "CardeaOutboundHTTP"]
        ),
        "CardeaIdentityStore": foundationWithoutLocks.subtracting(["CardeaSettings"])
            .union(["CardeaIdentityService", "CardeaSQLiteDriver"]),
        "CardeaSQLCore": foundationWithoutLocks.union(["CardeaIdentityDomain", "CardeaIdentityService"]),
        "CardeaSQLiteDriver": foundationWithoutLocks.union(["CardeaIdentityDomain", "CardeaIdentityService"]),
        "CardeaHTTPRouting": clientTransports,
        "CardeaHTTPServing": clientTransports,
        "CardeaServer": clientTransports,
        "CardeaCLI": names(in: .protocols).subtracting(["CardeaAdminAPI"]).union(names(in: .storage)),
        "cardea": names(in: .protocols).union(names(in: .storage)).union(["CardeaServer"]),
    ]

    /// Dependencies that Package.swift declares on Apple systems only; a check elsewhere does not see them.
    static let appleDependencies: [String: Set<String>] = ["CardeaSession": ["CardeaURLSessionTransport"]]

    /// Files of other modules in which `unsafe` may appear, with the reason.
    static let unsafeFiles: [String: String] = [
        "CardeaSession/SystemKeychain.swift": "The Keychain has a C interface.",
        "CardeaSession/LoopbackSocket.swift": "Sockets have a C interface.",
        "CardeaEncodings/Array+Bytes.swift": "It appends static text and numbers as a whole.",
        "CardeaOperations/Property.swift": "It finds stored properties by their offsets.",
        "CardeaMetrics/Instruments.swift": "A class with subclasses is Sendable by its constant property.",
        "CardeaLocks/SystemMutex.swift": "It guards a value by a lock of the system.",
        "CardeaSession/SessionEngine+Combine.swift":
            "Older SDKs do not declare that subjects are safe in every thread.",
        "CardeaSession/AtomicFiles.swift": "The file system has a C interface.",
        "cardea-demo/TerminalEcho.swift": "Terminal settings have a C interface.",
        "ChildProcesses/Spawn.swift": "Starting a program has a C interface.",
        "session-probe/FileSizeLimit.swift": "Resource limits have a C interface.",
        "session-campaign/SimulatedExecutor.swift": "The runtime passes jobs to a C function.",
    ]

    /// C modules that several modules may import; every other one is imported by exactly one module.
    static let sharedSystemModules: [String: Set<String>] = [
        "CCardeaLinux": ["CardeaHTTPServing", "CardeaThreads", "BareServers"],
        // The prototype shares no code with the server.
        "CCardeaOpenSSL": ["CardeaCryptography", "BareServers"],
        "CCardeaSQLite": ["CardeaSQLiteDriver", "BareServers"],
        // HTTP for clients, mail and HTTP of the server share no code; decisions 26 and 41.
        "CCardeaCurl": ["CardeaCurlTransport", "CardeaMailDelivery", "CardeaOutboundHTTP"],
    ]

    /// Modules that import nothing but the modules named here, not even Foundation.
    static let onlyImports: [String: Set<String>] = [
        "CardeaSettings": [], "CardeaIdentityDomain": ["CardeaSettings"],
    ]

    /// The modules that may import `FoundationNetworking`: it adds 45 MB to a static program.
    static let networking: Set<String> = ["CardeaURLSessionTransport"]

    /// Modules of the toolchain and of the platforms.
    static let platform: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Synchronization", "Glibc",
        "Musl", "Darwin", "CryptoKit", "Security", "Testing", "Observation", "Combine", "UIKit", "AppKit",
        "AuthenticationServices", "LocalAuthentication", "os", "SwiftUI",
    ]

    /// The folders of a module as layers, the lowest first: a folder refers only to itself and to folders before it.
    static let folders: [String: [String]] = [
        "CardeaSession": [
            "Core/Concurrency", "Core/Values", "Core/Protocols", "Core/Configuration", "Core/Rules",
            "Requests/Authorizers", "Requests/Classifiers", "OAuth", "Stores", "Engine",
            "Extras/Accounts", "Extras/Downloads", "Extras/EventStreams", "Extras/Observation",
        ]
    ]

    /// The largest number of lines of a file.
    static let longestFile = 300

    static func names(in layer: Layer) -> Set<String> { Set(modules[layer, default: []].map(\.name)) }

    private static let foundationWithoutLocks = names(in: .foundation).subtracting([
        "CardeaLocks", "CardeaThreads",
    ])
    private static let clientTransports: Set<String> = [
        "CardeaHTTPTransport", "CardeaCurlTransport", "CardeaURLSessionTransport",
    ]
}
