/// The floors of the house, top to bottom, and which others each may see: ARCHITECTURE.md as a table.
enum Floor: String, CaseIterable {
    case app, api, http, storage, domain, wire, clients, foundations, system, tooling, testing

    var maySee: Set<Floor> {
        switch self {
        case .app: [.app, .api, .http, .storage, .domain, .foundations]
        case .api: [.wire, .http, .domain, .foundations]
        case .http: [.http, .foundations, .system]
        case .storage: [.storage, .domain, .foundations, .system]
        case .domain: [.domain, .foundations]
        case .wire: []
        case .clients: [.clients, .wire, .foundations, .system]
        case .foundations: [.foundations, .system]
        case .system: []
        case .tooling: [.clients, .http, .foundations, .system]
        case .testing: Set(Floor.allCases)
        }
    }
}

/// Which room lies on which floor, and what is asked of single rooms.
enum House {
    static let rooms: [Floor: Set<String>] = [
        .app: ["cardea", "CardeaCLI", "CardeaServer"],
        .api: ["IdentityToolkitAPI", "OAuthAPI", "AdminAPI"],
        .http: ["HTTPRouting", "HTTPServing"],
        .storage: ["IdentityStore", "SQLCore", "SQLiteDriver"],
        .domain: ["IdentityService", "IdentityDomain"],
        .wire: ["IdentityWire"],
        .clients: ["Cardea", "CardeaSession", "CardeaSecretService", "CardeaTesting"],
        .foundations: [
            "Encodings", "Locks", "Telemetry", "HTTPMessages", "Cryptography", "PasswordHashing", "JOSE",
            "HTTPTransport",
            "CurlTransport", "URLSessionTransport", "OperatingSystem", "Metrics",
        ],
        .system: ["CLinux", "CSQLite", "COpenSSL", "CArgon2", "CLibSSL", "CCurl", "CSecret"],
        .tooling: ["cardea-demo", "cardea-bench"],
        .testing: [
            "APITestSupport", "RotationModel", "DeviceUnderTest", "TransportTestSupport", "session-probe",
            "ChildProcesses", "StoreContract", "session-campaign", "RequestCorpus",
        ],
    ]

    /// Arrows that the floors allow but the house does not.
    static let never: [String: Set<String>] = [
        "IdentityDomain": [
            "Encodings", "Telemetry", "Cryptography", "PasswordHashing", "JOSE", "IdentityService",
        ],
        "IdentityService": clientTransports.union(["HTTPMessages"]),
        "IdentityStore": foundationsButLocks.union(["IdentityService", "SQLiteDriver"]),
        "SQLCore": foundationsButLocks.union(["IdentityDomain", "IdentityService"]),
        "SQLiteDriver": foundationsButLocks.union(["IdentityDomain", "IdentityService"]),
        "HTTPRouting": clientTransports,
        "HTTPServing": clientTransports,
        "CardeaServer": clientTransports,
        "CardeaCLI": apiRooms.subtracting(["AdminAPI"]).union(storageRooms),
        "cardea": apiRooms.union(storageRooms).union(["CardeaServer"]),
    ]

    /// Arrows of Package.swift that are there on Apple systems alone, and so not seen by a check elsewhere.
    static let onApple: [String: Set<String>] = ["CardeaSession": ["URLSessionTransport"]]

    /// The only rooms in which pointers and `unsafe` may appear.
    static let unsafe: Set<String> = [
        "HTTPServing", "SQLiteDriver", "Cryptography", "PasswordHashing", "CurlTransport",
        "CardeaSecretService", "OperatingSystem",
        // Tests listen on sockets of their own.
        "TransportTestSupport",
    ]

    /// Single files elsewhere that call a C interface of the platform or guard a value, and do nothing else.
    static let unsafeFiles: Set<String> = [
        "CardeaSession/SystemKeychain.swift", "CardeaSession/LoopbackSocket.swift",
        "Locks/SanitizedMutex.swift",
        // Combine's subjects may be used from any thread, which older SDKs do not say.
        "CardeaSession/SessionEngine+Combine.swift",
        // Files are moved, and directories made, by their paths.
        "CardeaSession/AtomicFiles.swift",
        // The floor of the figures is epoll itself.
        "cardea-bench/Poller.swift",
        // The terminal takes its settings by address.
        "cardea-demo/TerminalEcho.swift",
        // The tests' way to start programs.
        "ChildProcesses/Spawn.swift",
        // So does the kernel its limits.
        "session-probe/FileSizeLimit.swift",
        // The runtime hands its jobs to a bare function.
        "session-campaign/SimulatedExecutor.swift",
    ]

    /// The rooms whose declarations other packages use.
    static let published: Set<String> = [
        "Cardea", "CardeaSession", "CardeaSecretService", "CardeaTesting", "CardeaServer", "HTTPTransport",
        "HTTPMessages", "CurlTransport", "URLSessionTransport",
    ]

    /// The rooms that import a C module; every other C module has exactly one.
    static let sharedSystemModules: [String: Set<String>] = [
        "CLinux": ["HTTPServing", "PasswordHashing", "cardea-bench"]
    ]

    /// Rooms that import no module at all.
    static let bare: Set<String> = ["IdentityDomain"]

    /// The only rooms that may open `FoundationNetworking`: it adds 45 MB to a static server binary.
    static let networking: Set<String> = ["URLSessionTransport"]

    /// Modules of the toolchain and of the platforms.
    static let platform: Set<String> = [
        "Foundation", "FoundationEssentials", "FoundationNetworking", "Dispatch", "Synchronization", "Glibc",
        "Musl", "Darwin", "CryptoKit", "Security", "Testing", "Observation", "Combine", "UIKit", "AppKit",
        "AuthenticationServices", "LocalAuthentication", "SwiftUI",
    ]

    /// The most lines of a file.
    static let longestFile = 300

    static func floor(of room: String) -> Floor? {
        rooms.first { $0.value.contains(room) }?.key
    }

    private static let foundationsButLocks = rooms[.foundations, default: []].subtracting(["Locks"])
    private static let clientTransports: Set<String> = [
        "HTTPTransport", "CurlTransport", "URLSessionTransport",
    ]
    private static let apiRooms: Set<String> = ["IdentityToolkitAPI", "OAuthAPI", "AdminAPI"]
    private static let storageRooms: Set<String> = ["IdentityStore", "SQLCore", "SQLiteDriver"]
}
