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
        system("CCardeaLinux"),
        system("CCardeaSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("CCardeaOpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CCardeaArgon2", pkgConfig: "libargon2", apt: "libargon2-dev"),
        system("CCardeaLibSSL", pkgConfig: "libssl", apt: "libssl-dev"),
        system("CCardeaCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        // Not libsecret-1, which brings a flag that SwiftPM warns about.
        system("CCardeaSecret", pkgConfig: "gobject-2.0", apt: "libsecret-1-dev"),

        // Foundations
        room("CardeaEncodings"),
        room("CardeaLocks"),
        room("CardeaOperatingSystem"),
        room("CardeaMetrics", sees: ["CardeaLocks"]),
        room("CardeaTelemetry", sees: ["CardeaEncodings", "CardeaLocks"]),
        room("CardeaHTTPMessages"),
        room("CardeaCryptography", sees: ["CardeaLocks", onLinux("CCardeaOpenSSL")]),
        room(
            "CardeaPasswordHashing",
            sees: ["CCardeaArgon2", "CCardeaLinux", "CardeaCryptography", "CardeaEncodings"]
        ),
        room("CardeaJOSE", sees: ["CardeaCryptography", "CardeaEncodings"]),
        room("CardeaHTTPTransport", sees: ["CardeaHTTPMessages", "CardeaLocks"]),
        room(
            "CardeaURLSessionTransport",
            sees: ["CardeaHTTPTransport", "CardeaHTTPMessages", "CardeaCryptography", "CardeaLocks"]
        ),
        room(
            "CardeaCurlTransport",
            sees: ["CardeaHTTPTransport", "CardeaHTTPMessages", "CardeaLocks", onLinux("CCardeaCurl")]
        ),

        // Wire
        room("CardeaIdentityWire"),

        // Domain
        room("CardeaIdentityDomain"),
        room(
            "CardeaIdentityService",
            sees: [
                "CardeaIdentityDomain", "CardeaCryptography", "CardeaPasswordHashing", "CardeaJOSE",
                "CardeaEncodings", "CardeaTelemetry",
                "CardeaLocks", "CardeaMetrics",
            ]
        ),

        // Storage
        room("CardeaSQLCore"),
        room("CardeaSQLiteDriver", sees: ["CardeaSQLCore", "CardeaLocks", "CCardeaSQLite"]),
        room("CardeaIdentityStore", sees: ["CardeaIdentityDomain", "CardeaSQLCore"]),

        // HTTP
        room(
            "CardeaHTTPRouting",
            sees: [
                "CardeaHTTPMessages", "CardeaEncodings", "CardeaTelemetry", "CardeaMetrics", "CardeaLocks",
            ]
        ),
        room(
            "CardeaHTTPServing",
            sees: [
                "CardeaHTTPMessages", "CardeaHTTPRouting", "CardeaTelemetry", "CardeaLocks", "CCardeaLibSSL",
                "CCardeaLinux",
            ]
        ),

        // API
        room(
            "CardeaIdentityToolkitAPI",
            sees: [
                "CardeaIdentityWire", "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPRouting",
                "CardeaHTTPMessages",
                "CardeaEncodings", "CardeaJOSE",
                "CardeaCryptography",
            ]
        ),
        room(
            "CardeaOAuthAPI",
            sees: [
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaEncodings",
            ]
        ),
        room(
            "CardeaAdminAPI",
            sees: [
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaEncodings",
            ]
        ),

        // Clients
        room(
            "CardeaSession",
            sees: [
                "CardeaHTTPTransport", "CardeaHTTPMessages", onLinux("CardeaCurlTransport"),
                onApple("CardeaURLSessionTransport"),
                "CardeaCryptography", "CardeaEncodings", "CardeaLocks",
            ]
        ),
        room(
            "CardeaSecretService",
            sees: ["CardeaSession", "CardeaCryptography", "CardeaEncodings", onLinux("CCardeaSecret")]
        ),
        room(
            "Cardea",
            sees: [
                "CardeaSession", "CardeaHTTPTransport", "CardeaHTTPMessages", "CardeaIdentityWire",
                "CardeaEncodings", "CardeaLocks",
            ]
        ),
        room(
            "CardeaTesting",
            sees: [
                "CardeaSession", "Cardea", "CardeaIdentityWire", "CardeaHTTPTransport", "CardeaHTTPMessages",
                "CardeaEncodings",
                "CardeaLocks",
            ]
        ),

        // App
        room(
            "CardeaServer",
            sees: [
                "CardeaAdminAPI", "CardeaIdentityToolkitAPI", "CardeaOAuthAPI", "CardeaHTTPRouting",
                "CardeaHTTPServing", "CardeaHTTPMessages",
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaIdentityStore", "CardeaSQLCore",
                "CardeaSQLiteDriver",
                "CardeaCryptography", "CardeaPasswordHashing", "CardeaJOSE", "CardeaEncodings",
                "CardeaTelemetry", "CardeaLocks",
                "CardeaOperatingSystem", "CardeaMetrics",
            ]
        ),
        room(
            "CardeaCLI",
            sees: [
                "CardeaServer", "CardeaAdminAPI", "CardeaHTTPRouting", "CardeaHTTPTransport",
                "CardeaHTTPMessages", "CardeaCurlTransport",
                "CardeaEncodings", "CardeaOperatingSystem",
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
                "Cardea", "CardeaSession", "CardeaHTTPTransport", "CardeaLocks",
                onLinux("CardeaSecretService"),
            ],
            path: "Examples/TerminalApp",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "cardea-bench",
            dependencies: [
                "CardeaSession", "CardeaCurlTransport", "CardeaURLSessionTransport", "CardeaHTTPTransport",
                "CardeaHTTPMessages",
                "CardeaHTTPServing", "CardeaHTTPRouting", "CardeaTelemetry", "CardeaPasswordHashing",
                "CardeaLocks", "CCardeaLinux",
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
        tests("EncodingsTests", ["CardeaEncodings"]),
        tests("LocksTests", ["CardeaLocks"]),
        tests("MetricsTests", ["CardeaMetrics"]),
        tests("OperatingSystemTests", ["CardeaOperatingSystem", "ChildProcesses"]),
        tests("TelemetryTests", ["CardeaTelemetry", "CardeaEncodings"]),
        tests("HTTPMessagesTests", ["CardeaHTTPMessages"]),
        tests("CryptographyTests", ["CardeaCryptography", "CardeaEncodings"]),
        tests("PasswordHashingTests", ["CardeaPasswordHashing", "CardeaLocks"]),
        tests("JOSETests", ["CardeaJOSE", "CardeaCryptography", "CardeaEncodings"]),
        tests(
            "HTTPTransportTests",
            [
                "CardeaHTTPTransport", "CardeaCurlTransport", "CardeaURLSessionTransport",
                "CardeaHTTPMessages",
                "TransportTestSupport", "CardeaLocks",
            ]
        ),
        .target(
            name: "TransportTestSupport",
            dependencies: ["CardeaLocks"],
            path: "Tests/TransportTestSupport",
            swiftSettings: settings
        ),
        tests(
            "CurlTransportTests",
            [
                "CardeaCurlTransport", "CardeaHTTPTransport", "CardeaHTTPMessages", "TransportTestSupport",
                "CardeaLocks",
            ]
        ),
        .target(
            name: "RotationModel",
            dependencies: ["CardeaIdentityDomain"],
            path: "Tests/RotationModel",
            swiftSettings: settings
        ),
        tests("IdentityDomainTests", ["CardeaIdentityDomain", "RotationModel"]),
        tests(
            "IdentityServiceTests",
            [
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaCryptography",
                "CardeaPasswordHashing", "CardeaJOSE", "CardeaEncodings",
                "CardeaTelemetry", "CardeaIdentityStore", "CardeaSQLCore", "CardeaSQLiteDriver",
                "RotationModel", "CardeaLocks",
            ]
        ),
        tests("SQLiteDriverTests", ["CardeaSQLiteDriver", "CardeaSQLCore", "ChildProcesses"]),
        tests(
            "IdentityStoreTests",
            ["CardeaIdentityStore", "CardeaIdentityDomain", "CardeaSQLCore", "CardeaSQLiteDriver"]
        ),
        .target(
            name: "RequestCorpus",
            dependencies: ["CardeaTesting", "CardeaHTTPServing", "CardeaHTTPRouting", "CardeaHTTPMessages"],
            path: "Tests/RequestCorpus",
            swiftSettings: settings
        ),
        tests(
            "HTTPRoutingTests",
            ["CardeaHTTPRouting", "CardeaHTTPMessages", "CardeaEncodings", "CardeaTelemetry", "CardeaLocks"]
        ),
        tests(
            "HTTPServingTests",
            [
                "CardeaHTTPServing", "CardeaHTTPRouting", "CardeaHTTPMessages", "CardeaTelemetry",
                "ChildProcesses", "RequestCorpus",
                "TransportTestSupport", "CardeaLocks",
            ]
        ),
        .target(
            name: "APITestSupport",
            dependencies: [
                "CardeaIdentityToolkitAPI", "CardeaOAuthAPI", "CardeaIdentityService", "CardeaIdentityDomain",
                "CardeaIdentityStore",
                "CardeaSQLiteDriver",
                "CardeaCryptography", "CardeaPasswordHashing", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaEncodings", "CardeaTelemetry",
                "CardeaLocks",
            ],
            path: "Tests/APITestSupport",
            swiftSettings: settings
        ),
        tests(
            "IdentityToolkitAPITests",
            [
                "CardeaIdentityToolkitAPI", "APITestSupport", "CardeaIdentityWire", "CardeaIdentityService",
                "CardeaIdentityDomain",
                "CardeaJOSE",
                "CardeaCryptography", "CardeaHTTPRouting", "CardeaHTTPMessages", "CardeaEncodings",
                "CardeaTelemetry",
            ]
        ),
        tests(
            "OAuthAPITests",
            [
                "CardeaOAuthAPI", "APITestSupport", "CardeaIdentityService", "CardeaIdentityDomain",
                "CardeaHTTPMessages", "CardeaEncodings",
            ]
        ),
        tests(
            "AdminAPITests",
            [
                "CardeaAdminAPI", "APITestSupport", "CardeaIdentityService", "CardeaIdentityDomain",
                "CardeaHTTPRouting",
                "CardeaHTTPMessages", "CardeaEncodings",
            ]
        ),
        tests(
            "CardeaSessionTests",
            [
                "CardeaSession", "CardeaTesting", "StoreContract", "CardeaHTTPTransport",
                "CardeaHTTPMessages",
                "CardeaCurlTransport", "CardeaCryptography", "CardeaEncodings", "ChildProcesses",
                "CardeaLocks",
            ]
        ),
        tests(
            "CardeaTests",
            [
                "Cardea", "CardeaSession", "CardeaTesting", "CardeaIdentityWire", "CardeaHTTPTransport",
                "CardeaHTTPMessages",
                "CardeaLocks",
            ]
        ),
        tests(
            "DocumentationTests",
            ["Cardea", "CardeaSession", "CardeaSecretService", "CardeaTesting", "CardeaServer"]
        ),
        .target(
            name: "DeviceUnderTest",
            dependencies: ["CardeaSession", "CardeaHTTPMessages"],
            path: "Tests/DeviceUnderTest",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "session-probe",
            dependencies: ["DeviceUnderTest", "CardeaSession", "CardeaCurlTransport"],
            path: "Tests/SessionProbe",
            swiftSettings: settings
        ),
        .target(
            name: "ChildProcesses",
            dependencies: ["CardeaLocks"],
            path: "Tests/ChildProcesses",
            swiftSettings: settings
        ),
        .target(
            name: "StoreContract",
            dependencies: [
                "CardeaSession", "CardeaTesting", "CardeaHTTPTransport", "CardeaHTTPMessages", "CardeaLocks",
            ],
            path: "Tests/StoreContract",
            swiftSettings: settings
        ),
        tests(
            "CardeaSecretServiceTests",
            [
                "CardeaSecretService", "CardeaSession", "CardeaTesting", "StoreContract", "ChildProcesses",
                "CardeaLocks",
            ]
        ),
        .executableTarget(
            name: "session-campaign",
            dependencies: [
                "CardeaSession", "CardeaTesting", "ChildProcesses", "CardeaCurlTransport", "DeviceUnderTest",
                "CardeaHTTPMessages", "CardeaHTTPTransport", "CardeaLocks",
            ],
            path: "Tests/SessionCampaign",
            swiftSettings: settings
        ),
        tests(
            "CardeaServerTests",
            [
                "CardeaServer", "CardeaHTTPRouting", "CardeaHTTPMessages", "CardeaIdentityService",
                "CardeaIdentityDomain",
                "CardeaPasswordHashing", "CardeaSQLiteDriver", "CardeaTelemetry",
            ]
        ),
        tests("CardeaCLITests", ["CardeaCLI"]),
        tests(
            "EndToEndTests",
            [
                "cardea", "cardea-demo", "session-probe", "session-campaign", "ChildProcesses",
                "DeviceUnderTest",
                "Cardea", "CardeaServer",
                "CardeaSession", "CardeaTesting", "CardeaHTTPTransport", "CardeaHTTPMessages",
                "CardeaCurlTransport",
                "RequestCorpus", "TransportTestSupport", "CardeaLocks",
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
            dependencies: ["RequestCorpus", "CardeaHTTPServing"],
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
    "CCardeaOpenSSL", "CCardeaCurl", "CCardeaSecret", "CardeaEncodings", "CardeaLocks", "CardeaHTTPMessages",
    "CardeaCryptography", "CardeaHTTPTransport",
    "CardeaURLSessionTransport", "CardeaCurlTransport", "CardeaIdentityWire", "CardeaSession",
    "CardeaSecretService", "Cardea",
    "CardeaTesting",
    "EncodingsTests", "LocksTests", "HTTPMessagesTests", "CardeaTests",
]
package.targets.removeAll { !onEverySystem.contains($0.name) }
package.products.removeAll { !onEverySystem.contains($0.name) }
#endif
