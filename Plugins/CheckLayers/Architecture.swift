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

    /// The folder with the modules of this layer; samples have several.
    var folder: String? {
        switch self {
        case .samples: nil
        case .testing: "Tests/Support"
        default: "Sources/\(rawValue)"
        }
    }

    /// The layers whose modules a module of this layer may depend on.
    var mayUse: Set<Layer> {
        switch self {
        case .programs: [.programs, .protocols, .http, .storage, .domain, .foundation]
        case .protocols: [.messages, .http, .domain, .foundation]
        case .http: [.http, .foundation, .system]
        case .storage: [.storage, .domain, .foundation, .system]
        case .domain: [.domain, .foundation]
        case .messages: [.foundation]
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
    let name: String
    /// The content of the module, for the table in ARCHITECTURE.md.
    let content: String
    /// Whether other packages use its declarations: they may be `public`.
    let isPublished: Bool
    /// Whether pointers and `unsafe` may appear in all its files.
    let mayBeUnsafe: Bool
}

/// The rules of the architecture; `Architecture+Modules.swift` lists the modules.
enum Architecture {
    static func layer(of module: String) -> Layer? {
        modules.first { _, modules in modules.contains { $0.name == module } }?.key
    }

    static func module(_ name: String) -> Module? { modules.values.joined().first { $0.name == name } }

    static func names(in layer: Layer) -> Set<String> { Set(modules[layer, default: []].map(\.name)) }

    /// Dependencies that the layers allow but the architecture does not.
    static let forbidden: [String: Set<String>] = [
        "CardeaIdentityDomain": [
            "CardeaLogging", "CardeaCryptography", "CardeaPasswordHashing", "CardeaJOSE",
            "CardeaIdentityService",
            "CardeaProviders",
        ],
        "CardeaIdentityWire": names(in: .foundation).subtracting(["CardeaSecrets"]),
        "CardeaIdentityService": clientTransports.union(
            ["CardeaHTTPMessages", "CardeaMailDelivery", "CardeaOutboundHTTP", "CardeaProviders"]
        ),
        "CardeaIdentityStore": foundationWithoutLocks.subtracting(["CardeaSettings"])
            .union(["CardeaIdentityService", "CardeaSQLiteDriver", "CardeaPostgreSQLDriver"]),
        "CardeaSQLCore": foundationWithoutLocks.union(["CardeaIdentityDomain", "CardeaIdentityService"]),
        "CardeaSQLiteDriver": foundationWithoutLocks.union(["CardeaIdentityDomain", "CardeaIdentityService"]),
        "CardeaPostgreSQLDriver": foundationWithoutLocks.union([
            "CardeaIdentityDomain", "CardeaIdentityService", "CardeaSQLiteDriver",
        ]),
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
        "CardeaEncodings/ExactText.swift": "It hashes the bytes of a text as a whole.",
        "CardeaHTML/EmbeddedFile.swift": "Files in the program have a C interface.",
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
        // Tests hold transactions open beside those of the driver.
        "CCardeaPostgreSQL": ["CardeaPostgreSQLDriver", "PostgreSQLServer"],
        // HTTP for clients, mail and HTTP of the server share no code; decisions/messages.md.
        "CCardeaCurl": ["CardeaCurlTransport", "CardeaMailDelivery", "CardeaOutboundHTTP"],
    ]

    /// Modules that import only the modules named here, not even Foundation.
    static let onlyImports: [String: Set<String>] = [
        "CardeaSettings": ["CardeaEncodings"],
        "CardeaIdentityDomain": ["CardeaSettings", "CardeaSecrets", "CardeaEncodings"],
    ]

    /// The modules that may import `FoundationNetworking`: it adds 45 MB to a static program.
    static let networking: Set<String> = ["CardeaURLSessionTransport"]

    /// Modules of the toolchain and of the platforms.
    static let platform: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Synchronization", "Glibc",
        "Musl", "Darwin", "CryptoKit", "Security", "Testing", "Observation", "Combine", "Network", "UIKit",
        "AppKit", "AuthenticationServices", "LocalAuthentication", "os", "SwiftUI",
    ]

    /// The folders of a module as layers, the lowest first: a folder refers only to itself and to folders before it.
    static let folders: [String: [String]] = [
        "Cardea": [
            "Server", "Values", "Errors", "Session", "User", "Client", "Providers", "Codes", "Phone",
            "UserName",
            "Callbacks",
        ],
        "CardeaAdmin": [
            "Errors", "Server", "Credentials", "Tokens/Rules", "Client", "Tokens", "Users", "Tenants",
        ],
        "CardeaIdentityService": [
            "Values", "Outbox", "Projects", "Throttling", "Tokens", "ServiceAccounts", "Mail", "Codes",
            "SignIn", "Accounts", "Federation", "Phone", "Administration", "Access", "Emulation", "Import",
            "Providers", "Verification", "Sessions",
        ],
        "CardeaSession": [
            "Core/Concurrency", "Core/Values", "Core/Protocols", "Core/Configuration", "Core/Rules",
            "Requests/Authorizers", "Requests/Classifiers", "OAuth", "Stores", "Engine",
            "Extras/Accounts", "Extras/Downloads", "Extras/EventStreams", "Extras/Observation",
        ],
    ]

    /// The largest number of lines of a file.
    static let longestFile = 300

    private static let foundationWithoutLocks = names(in: .foundation).subtracting([
        "CardeaLocks", "CardeaThreads",
    ])
    private static let clientTransports: Set<String> = [
        "CardeaHTTPTransport", "CardeaCurlTransport", "CardeaURLSessionTransport",
    ]
}
