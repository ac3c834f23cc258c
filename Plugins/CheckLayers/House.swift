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
        .api: ["CardeaIdentityToolkitAPI", "CardeaOAuthAPI", "CardeaAdminAPI"],
        .http: ["CardeaHTTPRouting", "CardeaHTTPServing"],
        .storage: ["CardeaIdentityStore", "CardeaSQLCore", "CardeaSQLiteDriver"],
        .domain: ["CardeaIdentityService", "CardeaIdentityDomain"],
        .wire: ["CardeaIdentityWire"],
        .clients: ["Cardea", "CardeaSession", "CardeaSecretService", "CardeaTesting"],
        .foundations: [
            "CardeaEncodings", "CardeaLocks", "CardeaTelemetry", "CardeaHTTPMessages", "CardeaCryptography",
            "CardeaPasswordHashing", "CardeaJOSE",
            "CardeaHTTPTransport",
            "CardeaCurlTransport", "CardeaURLSessionTransport", "CardeaOperatingSystem", "CardeaMetrics",
        ],
        .system: [
            "CCardeaLinux", "CCardeaSQLite", "CCardeaOpenSSL", "CCardeaArgon2", "CCardeaLibSSL",
            "CCardeaCurl", "CCardeaSecret",
        ],
        .tooling: ["cardea-demo", "cardea-bench"],
        .testing: [
            "APITestSupport", "RotationModel", "DeviceUnderTest", "TransportTestSupport", "session-probe",
            "ChildProcesses", "StoreContract", "session-campaign", "RequestCorpus",
        ],
    ]

    /// Arrows that the floors allow but the house does not.
    static let never: [String: Set<String>] = [
        "CardeaIdentityDomain": [
            "CardeaEncodings", "CardeaTelemetry", "CardeaCryptography", "CardeaPasswordHashing", "CardeaJOSE",
            "CardeaIdentityService",
        ],
        "CardeaIdentityService": clientTransports.union(["CardeaHTTPMessages"]),
        "CardeaIdentityStore": foundationsButLocks.union(["CardeaIdentityService", "CardeaSQLiteDriver"]),
        "CardeaSQLCore": foundationsButLocks.union(["CardeaIdentityDomain", "CardeaIdentityService"]),
        "CardeaSQLiteDriver": foundationsButLocks.union(["CardeaIdentityDomain", "CardeaIdentityService"]),
        "CardeaHTTPRouting": clientTransports,
        "CardeaHTTPServing": clientTransports,
        "CardeaServer": clientTransports,
        "CardeaCLI": apiRooms.subtracting(["CardeaAdminAPI"]).union(storageRooms),
        "cardea": apiRooms.union(storageRooms).union(["CardeaServer"]),
    ]

    /// Arrows of Package.swift that are there on Apple systems alone, and so not seen by a check elsewhere.
    static let onApple: [String: Set<String>] = ["CardeaSession": ["CardeaURLSessionTransport"]]

    /// The only rooms in which pointers and `unsafe` may appear.
    static let unsafe: Set<String> = [
        "CardeaHTTPServing", "CardeaSQLiteDriver", "CardeaCryptography", "CardeaPasswordHashing",
        "CardeaCurlTransport",
        "CardeaSecretService", "CardeaOperatingSystem",
        // Tests listen on sockets of their own.
        "TransportTestSupport",
    ]

    /// Single files elsewhere that call a C interface of the platform or guard a value, and do nothing else.
    static let unsafeFiles: Set<String> = [
        "CardeaSession/SystemKeychain.swift", "CardeaSession/LoopbackSocket.swift",
        "CardeaLocks/SanitizedMutex.swift",
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
        "Cardea", "CardeaSession", "CardeaSecretService", "CardeaTesting", "CardeaServer",
        "CardeaHTTPTransport",
        "CardeaHTTPMessages", "CardeaCurlTransport", "CardeaURLSessionTransport",
    ]

    /// The rooms that import a C module; every other C module has exactly one.
    static let sharedSystemModules: [String: Set<String>] = [
        "CCardeaLinux": ["CardeaHTTPServing", "CardeaPasswordHashing", "cardea-bench"]
    ]

    /// Rooms that import no module at all.
    static let bare: Set<String> = ["CardeaIdentityDomain"]

    /// The only rooms that may open `FoundationNetworking`: it adds 45 MB to a static server binary.
    static let networking: Set<String> = ["CardeaURLSessionTransport"]

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

    private static let foundationsButLocks = rooms[.foundations, default: []].subtracting(["CardeaLocks"])
    private static let clientTransports: Set<String> = [
        "CardeaHTTPTransport", "CardeaCurlTransport", "CardeaURLSessionTransport",
    ]
    private static let apiRooms: Set<String> = [
        "CardeaIdentityToolkitAPI", "CardeaOAuthAPI", "CardeaAdminAPI",
    ]
    private static let storageRooms: Set<String> = [
        "CardeaIdentityStore", "CardeaSQLCore", "CardeaSQLiteDriver",
    ]
}
