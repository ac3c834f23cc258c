// swift-tools-version: 6.2
import PackageDescription

/// Only this project's own CI and make set it: a new SDK or compiler must not break a build of an app.
let isStrict = Context.environment["CARDEA_STRICT"] == "1"

let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
    ] + (isStrict ? [.treatAllWarnings(as: .error)] : [])

/// A C library of the system: a module map and a header, nothing else.
func system(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/System/\(name)",
        pkgConfig: pkgConfig,
        providers: apt.map { [.apt([$0])] }
    )
}

/// One room of the house: a target that may see exactly the rooms named here.
func room(_ name: String, sees dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// The tests of one room, which may see any room.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// On Linux URLSession would bring FoundationNetworking with it, 45 MB of it.
func onApple(_ name: String) -> Target.Dependency {
    .target(
        name: name,
        condition: .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])
    )
}

/// On Apple systems the same room is built on the platform's own frameworks.
func onLinux(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(platforms: [.linux]))
}

let package = Package(
    name: "Cardea",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "CardeaSession", targets: ["CardeaSession"]),
        .library(name: "Cardea", targets: ["Cardea"]),
        .library(name: "CardeaSecretService", targets: ["CardeaSecretService"]),
        .library(name: "CardeaTesting", targets: ["CardeaTesting"]),
        .library(name: "CardeaServer", targets: ["CardeaServer"]),
        .executable(name: "cardea", targets: ["cardea"]),
    ],
    targets: [
        // System
        system("CLinux"),
        system("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("COpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CArgon2", pkgConfig: "libargon2", apt: "libargon2-dev"),
        system("CLibSSL", pkgConfig: "libssl", apt: "libssl-dev"),
        system("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        // Not libsecret-1, which brings a flag that SwiftPM warns about.
        system("CSecret", pkgConfig: "gobject-2.0", apt: "libsecret-1-dev"),

        // Foundations
        room("Encodings"),
        room("Locks"),
        room("OperatingSystem"),
        room("Metrics", sees: ["Locks"]),
        room("Telemetry", sees: ["Encodings", "Locks"]),
        room("HTTPMessages"),
        room("Cryptography", sees: ["Locks", onLinux("COpenSSL")]),
        room("PasswordHashing", sees: ["CArgon2", "CLinux", "Cryptography", "Encodings"]),
        room("JOSE", sees: ["Cryptography", "Encodings"]),
        room("HTTPTransport", sees: ["HTTPMessages", "Locks"]),
        room("URLSessionTransport", sees: ["HTTPTransport", "HTTPMessages", "Cryptography", "Locks"]),
        room("CurlTransport", sees: ["HTTPTransport", "HTTPMessages", "Locks", onLinux("CCurl")]),

        // Wire
        room("IdentityWire"),

        // Domain
        room("IdentityDomain"),
        room(
            "IdentityService",
            sees: [
                "IdentityDomain", "Cryptography", "PasswordHashing", "JOSE", "Encodings", "Telemetry",
                "Locks", "Metrics",
            ]
        ),

        // Storage
        room("SQLCore"),
        room("SQLiteDriver", sees: ["SQLCore", "Locks", "CSQLite"]),
        room("IdentityStore", sees: ["IdentityDomain", "SQLCore"]),

        // HTTP
        room("HTTPRouting", sees: ["HTTPMessages", "Encodings", "Telemetry", "Metrics", "Locks"]),
        room(
            "HTTPServing",
            sees: ["HTTPMessages", "HTTPRouting", "Telemetry", "Locks", "CLibSSL", "CLinux"]
        ),

        // API
        room(
            "IdentityToolkitAPI",
            sees: [
                "IdentityWire", "IdentityService", "IdentityDomain", "HTTPRouting", "HTTPMessages",
                "Encodings", "JOSE",
                "Cryptography",
            ]
        ),
        room(
            "OAuthAPI",
            sees: ["IdentityService", "IdentityDomain", "HTTPRouting", "HTTPMessages", "Encodings"]
        ),
        room(
            "AdminAPI",
            sees: ["IdentityService", "IdentityDomain", "HTTPRouting", "HTTPMessages", "Encodings"]
        ),

        // Clients
        room(
            "CardeaSession",
            sees: [
                "HTTPTransport", "HTTPMessages", onLinux("CurlTransport"), onApple("URLSessionTransport"),
                "Cryptography", "Encodings", "Locks",
            ]
        ),
        room(
            "CardeaSecretService",
            sees: ["CardeaSession", "Cryptography", "Encodings", onLinux("CSecret")]
        ),
        room(
            "Cardea",
            sees: [
                "CardeaSession", "HTTPTransport", "HTTPMessages", "IdentityWire", "Encodings", "Locks",
            ]
        ),
        room(
            "CardeaTesting",
            sees: [
                "CardeaSession", "Cardea", "IdentityWire", "HTTPTransport", "HTTPMessages", "Encodings",
                "Locks",
            ]
        ),

        // App
        room(
            "CardeaServer",
            sees: [
                "AdminAPI", "IdentityToolkitAPI", "OAuthAPI", "HTTPRouting", "HTTPServing", "HTTPMessages",
                "IdentityService", "IdentityDomain", "IdentityStore", "SQLCore", "SQLiteDriver",
                "Cryptography", "PasswordHashing", "JOSE", "Encodings", "Telemetry", "Locks",
                "OperatingSystem", "Metrics",
            ]
        ),
        room(
            "CardeaCLI",
            sees: [
                "CardeaServer", "AdminAPI", "HTTPRouting", "HTTPTransport", "HTTPMessages", "CurlTransport",
                "Encodings", "OperatingSystem",
            ]
        ),
        .executableTarget(
            name: "cardea",
            dependencies: ["CardeaCLI"],
            // Most file systems of Macs take Sources/cardea for Sources/Cardea.
            path: "Sources/CardeaProgram",
            swiftSettings: settings
        ),

        // Sample and figures
        .executableTarget(
            name: "cardea-demo",
            dependencies: [
                "Cardea", "CardeaSession", "HTTPTransport", "Locks", onLinux("CardeaSecretService"),
            ],
            path: "Examples/TerminalApp",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "cardea-bench",
            dependencies: [
                "CardeaSession", "CurlTransport", "URLSessionTransport", "HTTPTransport", "HTTPMessages",
                "HTTPServing", "HTTPRouting", "Telemetry", "PasswordHashing", "Locks", "CLinux",
            ],
            path: "Benchmarks/CardeaBench",
            exclude: ["handshakes.py"],
            swiftSettings: settings
        ),

        // House rules
        .plugin(
            name: "CheckLayers",
            capability: .command(
                intent: .custom(
                    verb: "check-layers",
                    description: "Checks which room sees which, and file sizes."
                )
            )
        ),

        // Tests, one target per room
        tests("EncodingsTests", ["Encodings"]),
        tests("LocksTests", ["Locks"]),
        tests("MetricsTests", ["Metrics"]),
        tests("OperatingSystemTests", ["OperatingSystem", "ChildProcesses"]),
        tests("TelemetryTests", ["Telemetry", "Encodings"]),
        tests("HTTPMessagesTests", ["HTTPMessages"]),
        tests("CryptographyTests", ["Cryptography", "Encodings"]),
        tests("PasswordHashingTests", ["PasswordHashing", "Locks"]),
        tests("JOSETests", ["JOSE", "Cryptography", "Encodings"]),
        tests(
            "HTTPTransportTests",
            [
                "HTTPTransport", "CurlTransport", "URLSessionTransport", "HTTPMessages",
                "TransportTestSupport", "Locks",
            ]
        ),
        .target(
            name: "TransportTestSupport",
            dependencies: ["Locks"],
            path: "Tests/TransportTestSupport",
            swiftSettings: settings
        ),
        tests(
            "CurlTransportTests",
            ["CurlTransport", "HTTPTransport", "HTTPMessages", "TransportTestSupport", "Locks"]
        ),
        .target(
            name: "RotationModel",
            dependencies: ["IdentityDomain"],
            path: "Tests/RotationModel",
            swiftSettings: settings
        ),
        tests("IdentityDomainTests", ["IdentityDomain", "RotationModel"]),
        tests(
            "IdentityServiceTests",
            [
                "IdentityService", "IdentityDomain", "Cryptography", "PasswordHashing", "JOSE", "Encodings",
                "Telemetry", "IdentityStore", "SQLCore", "SQLiteDriver", "RotationModel", "Locks",
            ]
        ),
        tests("SQLiteDriverTests", ["SQLiteDriver", "SQLCore", "ChildProcesses"]),
        tests("IdentityStoreTests", ["IdentityStore", "IdentityDomain", "SQLCore", "SQLiteDriver"]),
        .target(
            name: "RequestCorpus",
            dependencies: ["CardeaTesting", "HTTPServing", "HTTPRouting", "HTTPMessages"],
            path: "Tests/RequestCorpus",
            swiftSettings: settings
        ),
        tests("HTTPRoutingTests", ["HTTPRouting", "HTTPMessages", "Encodings", "Telemetry", "Locks"]),
        tests(
            "HTTPServingTests",
            [
                "HTTPServing", "HTTPRouting", "HTTPMessages", "Telemetry", "ChildProcesses", "RequestCorpus",
                "TransportTestSupport", "Locks",
            ]
        ),
        .target(
            name: "APITestSupport",
            dependencies: [
                "IdentityToolkitAPI", "OAuthAPI", "IdentityService", "IdentityDomain", "IdentityStore",
                "SQLiteDriver",
                "Cryptography", "PasswordHashing", "HTTPRouting", "HTTPMessages", "Encodings", "Telemetry",
                "Locks",
            ],
            path: "Tests/APITestSupport",
            swiftSettings: settings
        ),
        tests(
            "IdentityToolkitAPITests",
            [
                "IdentityToolkitAPI", "APITestSupport", "IdentityWire", "IdentityService", "IdentityDomain",
                "JOSE",
                "Cryptography", "HTTPRouting", "HTTPMessages", "Encodings", "Telemetry",
            ]
        ),
        tests(
            "OAuthAPITests",
            ["OAuthAPI", "APITestSupport", "IdentityService", "IdentityDomain", "HTTPMessages", "Encodings"]
        ),
        tests(
            "AdminAPITests",
            [
                "AdminAPI", "APITestSupport", "IdentityService", "IdentityDomain", "HTTPRouting",
                "HTTPMessages", "Encodings",
            ]
        ),
        tests(
            "CardeaSessionTests",
            [
                "CardeaSession", "CardeaTesting", "StoreContract", "HTTPTransport", "HTTPMessages",
                "CurlTransport", "Cryptography", "Encodings", "ChildProcesses", "Locks",
            ]
        ),
        tests(
            "CardeaTests",
            [
                "Cardea", "CardeaSession", "CardeaTesting", "IdentityWire", "HTTPTransport", "HTTPMessages",
                "Locks",
            ]
        ),
        tests(
            "DocumentationTests",
            ["Cardea", "CardeaSession", "CardeaSecretService", "CardeaTesting", "CardeaServer"]
        ),
        .target(
            name: "DeviceUnderTest",
            dependencies: ["CardeaSession", "HTTPMessages"],
            path: "Tests/DeviceUnderTest",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "session-probe",
            dependencies: ["DeviceUnderTest", "CardeaSession", "CurlTransport"],
            path: "Tests/SessionProbe",
            swiftSettings: settings
        ),
        .target(
            name: "ChildProcesses",
            dependencies: ["Locks"],
            path: "Tests/ChildProcesses",
            swiftSettings: settings
        ),
        .target(
            name: "StoreContract",
            dependencies: ["CardeaSession", "CardeaTesting", "HTTPTransport", "HTTPMessages", "Locks"],
            path: "Tests/StoreContract",
            swiftSettings: settings
        ),
        tests(
            "CardeaSecretServiceTests",
            [
                "CardeaSecretService", "CardeaSession", "CardeaTesting", "StoreContract", "ChildProcesses",
                "Locks",
            ]
        ),
        .executableTarget(
            name: "session-campaign",
            dependencies: [
                "CardeaSession", "CardeaTesting", "ChildProcesses", "CurlTransport", "DeviceUnderTest",
                "HTTPMessages", "HTTPTransport", "Locks",
            ],
            path: "Tests/SessionCampaign",
            swiftSettings: settings
        ),
        tests(
            "CardeaServerTests",
            [
                "CardeaServer", "HTTPRouting", "HTTPMessages", "IdentityService", "IdentityDomain",
                "PasswordHashing", "SQLiteDriver", "Telemetry",
            ]
        ),
        tests("CardeaCLITests", ["CardeaCLI"]),
        tests(
            "EndToEndTests",
            [
                "cardea", "cardea-demo", "session-probe", "session-campaign", "ChildProcesses",
                "DeviceUnderTest",
                "Cardea", "CardeaServer",
                "CardeaSession", "CardeaTesting", "HTTPTransport", "HTTPMessages", "CurlTransport",
                "RequestCorpus", "TransportTestSupport", "Locks",
            ],
            exclude: ["Clients"]
        ),
    ]
)

// libFuzzer brings the main program of this target: `Scripts/fuzz`.
if Context.environment["CARDEA_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "request-fuzzer",
            dependencies: ["RequestCorpus", "HTTPServing"],
            path: "Tests/RequestFuzzer",
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]
        )
    )
}

// What an app has to declare to Apple. On Linux a resource would only cost a bundle, and the code that finds it.
for target in package.targets where target.name == "CardeaSession" {
    #if os(Linux)
    target.exclude = ["PrivacyInfo.xcprivacy"]
    #else
    target.resources = [.process("PrivacyInfo.xcprivacy")]
    #endif
}

#if !os(Linux)
// The server, and the tests that start programs, are for Linux.
let onEverySystem: Set<String> = [
    "COpenSSL", "CCurl", "CSecret", "Encodings", "Locks", "HTTPMessages", "Cryptography", "HTTPTransport",
    "URLSessionTransport", "CurlTransport", "IdentityWire", "CardeaSession", "CardeaSecretService", "Cardea",
    "CardeaTesting",
    "EncodingsTests", "LocksTests", "HTTPMessagesTests", "CardeaTests",
]
package.targets.removeAll { !onEverySystem.contains($0.name) }
package.products.removeAll { !onEverySystem.contains($0.name) }
#endif
