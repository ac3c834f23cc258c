// swift-tools-version: 6.2
import PackageDescription

/// Whether warnings are errors; only `make` and CI ask for it, since a new SDK must not break an app's build.
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

/// The C module of a system library: a module map and a header, nothing else.
func system(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: name,
        path: "Sources/System/\(name)",
        pkgConfig: pkgConfig,
        providers: apt.map { [.apt([$0])] }
    )
}

/// A Swift module.
func module(_ name: String, uses dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

/// A test target; it may depend on every module.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// A dependency on Apple systems only: on Linux, URLSession would add FoundationNetworking, 45 MB.
func onApple(_ name: String) -> Target.Dependency {
    .target(
        name: name,
        condition: .when(platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS])
    )
}

/// A dependency on Linux only: on Apple systems the module uses the platform's frameworks.
func onLinux(_ name: String) -> Target.Dependency {
    .target(name: name, condition: .when(platforms: [.linux]))
}

let package = Package(
    name: "Cardea",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "CardeaSession", targets: ["CardeaSession"]),
        .library(name: "Cardea", targets: ["Cardea"]),
        .library(name: "CardeaAdmin", targets: ["CardeaAdmin"]),
        .library(name: "CardeaSecretService", targets: ["CardeaSecretService"]),
        .library(name: "CardeaTesting", targets: ["CardeaTesting"]),
        .library(name: "CardeaServer", targets: ["CardeaServer", "CardeaLogging", "CardeaMetrics"]),
        .executable(name: "cardea", targets: ["cardea"]),
    ],
    targets: [
        // System
        system("CCardeaLinux"),
        system("CCardeaSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        system("CCardeaOpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
        system("CCardeaArgon2", pkgConfig: "libargon2", apt: "libargon2-dev"),
        system("CCardeaCrypt", pkgConfig: "libcrypt", apt: "libcrypt-dev"),
        system("CCardeaLibSSL", pkgConfig: "libssl", apt: "libssl-dev"),
        system("CCardeaCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        // Not libsecret-1, which brings a flag that SwiftPM warns about.
        system("CCardeaSecret", pkgConfig: "gobject-2.0", apt: "libsecret-1-dev"),
        system("CCardeaICU", pkgConfig: "icu-i18n", apt: "libicu-dev"),
        // The library has an interface in C++ only: a function in C is in front of it.
        .target(
            name: "CCardeaPhoneNumbers",
            path: "Sources/System/CCardeaPhoneNumbers",
            linkerSettings: [.linkedLibrary("phonenumber")]
        ),

        // Foundations
        module("CardeaEncodings"),
        module("CardeaLocks"),
        module("CardeaThreads", uses: ["CardeaLocks", "CCardeaLinux"]),
        module("CardeaOperatingSystem"),
        module("CardeaMetrics", uses: ["CardeaLocks"]),
        module("CardeaSettings"),
        module("CardeaLogging", uses: ["CardeaEncodings", "CardeaLocks", "CardeaThreads"]),
        module("CardeaHTTPMessages", uses: ["CardeaEncodings"]),
        module("CardeaCryptography", uses: ["CardeaLocks", onLinux("CCardeaOpenSSL")]),
        module(
            "CardeaPasswordHashing",
            uses: ["CCardeaArgon2", "CCardeaCrypt", "CardeaCryptography", "CardeaEncodings", "CardeaThreads"]
        ),
        module("CardeaPhoneNumbers", uses: ["CCardeaPhoneNumbers"]),
        module("CardeaUserNames", uses: ["CCardeaICU"]),
        module("CardeaJOSE", uses: ["CardeaCryptography", "CardeaEncodings"]),
        module("CardeaHTTPTransport", uses: ["CardeaHTTPMessages", "CardeaLocks"]),
        module(
            "CardeaURLSessionTransport",
            uses: ["CardeaHTTPTransport", "CardeaHTTPMessages", "CardeaCryptography", "CardeaLocks"]
        ),
        module(
            "CardeaCurlTransport",
            uses: ["CardeaHTTPTransport", "CardeaHTTPMessages", "CardeaLocks", onLinux("CCardeaCurl")]
        ),

        module(
            "CardeaMailDelivery",
            uses: ["CardeaEncodings", "CardeaLocks", "CardeaThreads", "CCardeaCurl"]
        ),

        module("CardeaOutboundHTTP", uses: ["CardeaLocks", "CCardeaCurl"]),

        // Wire
        module("CardeaIdentityWire"),

        // Domain
        module("CardeaIdentityDomain", uses: ["CardeaSettings"]),
        module(
            "CardeaIdentityService",
            uses: [
                "CardeaIdentityDomain", "CardeaCryptography", "CardeaPasswordHashing", "CardeaJOSE",
                "CardeaEncodings", "CardeaLogging",
                "CardeaLocks", "CardeaMetrics", "CardeaPhoneNumbers", "CardeaUserNames",
            ]
        ),

        // Storage
        module("CardeaSQLCore"),
        module(
            "CardeaSQLiteDriver",
            uses: ["CardeaSQLCore", "CardeaLocks", "CardeaThreads", "CCardeaSQLite"]
        ),
        module("CardeaIdentityStore", uses: ["CardeaIdentityDomain", "CardeaSettings", "CardeaSQLCore"]),

        // HTTP
        module(
            "CardeaHTTPRouting",
            uses: [
                "CardeaHTTPMessages", "CardeaEncodings", "CardeaLogging", "CardeaMetrics", "CardeaLocks",
            ]
        ),
        module(
            "CardeaHTTPServing",
            uses: [
                "CardeaEncodings", "CardeaHTTPMessages", "CardeaHTTPRouting", "CardeaLogging",
                "CardeaLocks", "CardeaThreads", "CCardeaLibSSL",
                "CCardeaLinux",
            ]
        ),

        // API
        module(
            "CardeaOperations",
            uses: ["CardeaHTTPRouting", "CardeaHTTPMessages", "CardeaEncodings", "CardeaLocks"]
        ),
        module(
            "CardeaIdentityToolkitAPI",
            uses: [
                "CardeaOperations", "CardeaIdentityWire", "CardeaIdentityService", "CardeaIdentityDomain",
                "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaEncodings", "CardeaJOSE",
                "CardeaCryptography", "CardeaPasswordHashing", "CardeaSettings", "CardeaLocks",
                "CardeaUserNames",
            ]
        ),
        module(
            "CardeaOAuthAPI",
            uses: [
                "CardeaOperations",
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaEncodings",
            ]
        ),
        module(
            "CardeaKiiAPI",
            uses: [
                "CardeaOperations",
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaEncodings", "CardeaPhoneNumbers", "CardeaUserNames",
            ]
        ),
        module(
            "CardeaAccountPages",
            uses: [
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaEncodings",
            ]
        ),
        module(
            "CardeaAdminAPI",
            uses: [
                "CardeaOperations", "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPRouting",
                "CardeaHTTPMessages", "CardeaEncodings", "CardeaSettings",
            ]
        ),

        // Clients
        module(
            "CardeaSession",
            uses: [
                "CardeaHTTPTransport", "CardeaHTTPMessages", onLinux("CardeaCurlTransport"),
                onApple("CardeaURLSessionTransport"),
                "CardeaCryptography", "CardeaEncodings", "CardeaLocks",
            ]
        ),
        module(
            "CardeaSecretService",
            uses: ["CardeaSession", "CardeaCryptography", "CardeaEncodings", onLinux("CCardeaSecret")]
        ),
        module(
            "Cardea",
            uses: [
                "CardeaSession", "CardeaHTTPTransport", "CardeaHTTPMessages", "CardeaIdentityWire",
                "CardeaEncodings", "CardeaLocks", "CardeaCryptography",
            ]
        ),
        module(
            "CardeaAdmin",
            uses: [
                "CardeaSession", "CardeaIdentityWire", "CardeaJOSE", "CardeaCryptography", "CardeaEncodings",
                "CardeaLocks",
            ]
        ),
        module(
            "CardeaTesting",
            uses: [
                "CardeaSession", "CardeaIdentityWire", "CardeaHTTPTransport", "CardeaHTTPMessages",
                "CardeaEncodings",
                "CardeaLocks",
            ]
        ),

        // App
        module(
            "CardeaServer",
            uses: [
                "CardeaOperations",
                "CardeaAdminAPI", "CardeaIdentityToolkitAPI", "CardeaOAuthAPI", "CardeaAccountPages",
                "CardeaKiiAPI",
                "CardeaHTTPRouting", "CardeaHTTPServing", "CardeaHTTPMessages",
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaIdentityStore", "CardeaSQLCore",
                "CardeaSQLiteDriver",
                "CardeaCryptography", "CardeaPasswordHashing", "CardeaEncodings",
                "CardeaLogging", "CardeaLocks", "CardeaMailDelivery", "CardeaOutboundHTTP",
                "CardeaOperatingSystem", "CardeaMetrics", "CardeaSettings",
            ]
        ),
        module(
            "CardeaCLI",
            uses: [
                "CardeaServer", "CardeaAdminAPI", "CardeaSettings", "CardeaHTTPRouting",
                "CardeaHTTPTransport",
                "CardeaHTTPMessages", "CardeaCurlTransport",
                "CardeaEncodings", "CardeaOperatingSystem",
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaPasswordHashing",
            ]
        ),
        .executableTarget(
            name: "cardea",
            dependencies: ["CardeaCLI"],
            // On most Macs the file system ignores case: Sources/cardea would be Sources/Cardea.
            path: "Sources/CardeaProgram",
            swiftSettings: settings
        ),

        // Sample and benchmarks
        .executableTarget(
            name: "cardea-demo",
            dependencies: [
                "Cardea", "CardeaLocks",
                onLinux("CardeaSecretService"),
            ],
            path: "Examples/TerminalApp",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "cardea-back-end",
            dependencies: [
                "CardeaAdmin", "CardeaHTTPServing", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaLogging",
                "CardeaLocks",
            ],
            path: "Examples/BackEnd",
            swiftSettings: settings
        ),
        .target(
            name: "BareServers",
            dependencies: ["CardeaLocks", "CCardeaLinux", "CCardeaOpenSSL", "CCardeaSQLite"],
            path: "Benchmarks/BareServers",
            swiftSettings: settings
        ),
        .executableTarget(
            name: "cardea-bench",
            dependencies: [
                "CardeaSession", "CardeaAdmin", "CardeaCurlTransport", "CardeaURLSessionTransport",
                "CardeaHTTPTransport", "CardeaHTTPMessages",
                "CardeaHTTPServing", "CardeaHTTPRouting", "CardeaLogging", "CardeaPasswordHashing",
                "CardeaLocks", "BareServers",
            ],
            path: "Benchmarks/CardeaBench",
            exclude: ["handshakes.py"],
            swiftSettings: settings
        ),

        // The check of the architecture
        .plugin(
            name: "CheckLayers",
            capability: .command(
                intent: .custom(
                    verb: "check-layers",
                    description:
                        "Checks dependencies between modules, unsafe and public code, and file sizes."
                )
            )
        ),

        // Tests, one target per module
        tests("EncodingsTests", ["CardeaEncodings"]),
        tests("LocksTests", ["CardeaLocks"]),
        tests("ThreadsTests", ["CardeaThreads", "CardeaLocks"]),
        tests("MetricsTests", ["CardeaMetrics"]),
        tests("SettingsTests", ["CardeaSettings"]),
        tests("OperatingSystemTests", ["CardeaOperatingSystem", "ChildProcesses"]),
        tests("LoggingTests", ["CardeaLogging", "CardeaEncodings", "LoggingTestSupport"]),
        .target(
            name: "LoggingTestSupport",
            dependencies: ["CardeaLogging", "CardeaLocks"],
            path: "Tests/LoggingTestSupport",
            swiftSettings: settings
        ),
        tests("HTTPMessagesTests", ["CardeaHTTPMessages"]),
        tests("CryptographyTests", ["CardeaCryptography", "CardeaEncodings"]),
        tests(
            "PasswordHashingTests",
            ["CardeaPasswordHashing", "CardeaCryptography", "CardeaEncodings", "CardeaLocks"]
        ),
        tests(
            "OperationsTests",
            ["CardeaOperations", "CardeaHTTPRouting", "CardeaHTTPMessages", "CardeaEncodings"]
        ),
        tests("UserNamesTests", ["CardeaUserNames"]),
        tests("PhoneNumbersTests", ["CardeaPhoneNumbers"]),
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
        tests("OutboundHTTPTests", ["CardeaOutboundHTTP", "TransportTestSupport"]),
        tests("MailDeliveryTests", ["CardeaMailDelivery", "ChildProcesses"]),
        .target(
            name: "RotationModel",
            dependencies: ["CardeaIdentityDomain"],
            path: "Tests/RotationModel",
            swiftSettings: settings
        ),
        tests("IdentityDomainTests", ["CardeaIdentityDomain", "CardeaSettings", "RotationModel"]),
        tests(
            "IdentityServiceTests",
            [
                "CardeaIdentityService", "CardeaIdentityDomain", "CardeaCryptography",
                "CardeaPasswordHashing", "CardeaJOSE", "CardeaEncodings",
                "CardeaLogging", "CardeaIdentityStore", "CardeaSQLCore", "CardeaSQLiteDriver",
                "RotationModel", "CardeaLocks", "CardeaSettings", "LoggingTestSupport", "CardeaPhoneNumbers",
                "CardeaUserNames",
            ],
            exclude: ["Fixtures"]
        ),
        tests("SQLiteDriverTests", ["CardeaSQLiteDriver", "CardeaSQLCore", "ChildProcesses"]),
        tests(
            "IdentityStoreTests",
            [
                "CardeaIdentityStore", "CardeaIdentityDomain", "CardeaSettings", "CardeaSQLCore",
                "CardeaSQLiteDriver",
            ]
        ),
        .target(
            name: "RequestCorpus",
            dependencies: ["CardeaTesting", "CardeaHTTPServing", "CardeaHTTPRouting", "CardeaHTTPMessages"],
            path: "Tests/RequestCorpus",
            swiftSettings: settings
        ),
        tests(
            "HTTPRoutingTests",
            [
                "CardeaHTTPRouting", "CardeaHTTPMessages", "CardeaLogging", "LoggingTestSupport",
                "CardeaMetrics",
            ]
        ),
        tests(
            "HTTPServingTests",
            [
                "CardeaHTTPServing", "CardeaHTTPRouting", "CardeaHTTPMessages", "LoggingTestSupport",
                "ChildProcesses", "RequestCorpus",
                "TransportTestSupport", "CardeaLocks",
            ]
        ),
        .target(
            name: "APITestSupport",
            dependencies: [
                "CardeaOperations",
                "CardeaIdentityToolkitAPI", "CardeaOAuthAPI", "CardeaKiiAPI", "CardeaIdentityService",
                "CardeaIdentityDomain", "CardeaIdentityStore",
                "CardeaSQLiteDriver",
                "CardeaCryptography", "CardeaPasswordHashing", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaEncodings", "CardeaLogging", "LoggingTestSupport",
                "CardeaLocks",
            ],
            path: "Tests/APITestSupport",
            swiftSettings: settings
        ),
        tests(
            "AccountPagesTests",
            [
                "CardeaAccountPages", "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPRouting",
                "CardeaHTTPMessages", "CardeaEncodings", "APITestSupport",
            ]
        ),
        tests(
            "IdentityToolkitAPITests",
            [
                "CardeaOperations",
                "CardeaIdentityToolkitAPI", "APITestSupport", "CardeaIdentityService",
                "CardeaIdentityDomain",
                "CardeaJOSE",
                "CardeaCryptography", "CardeaHTTPRouting", "CardeaHTTPMessages", "CardeaEncodings",
                "CardeaLogging", "LoggingTestSupport", "CardeaSettings",
            ]
        ),
        tests(
            "KiiAPITests",
            [
                "APITestSupport", "CardeaIdentityService", "CardeaIdentityDomain", "CardeaHTTPMessages",
                "CardeaEncodings",
            ]
        ),
        tests(
            "OAuthAPITests",
            [
                "APITestSupport", "CardeaIdentityService", "CardeaIdentityDomain",
                "CardeaCryptography", "CardeaHTTPMessages", "CardeaEncodings", "CardeaJOSE", "CardeaSettings",
            ]
        ),
        tests(
            "AdminAPITests",
            [
                "CardeaAdminAPI", "CardeaOperations", "APITestSupport", "CardeaIdentityService",
                "CardeaIdentityDomain", "CardeaHTTPRouting",
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
                "CardeaLocks",
            ]
        ),
        tests(
            "CardeaAdminTests",
            [
                "CardeaAdmin", "CardeaTesting", "CardeaJOSE", "CardeaCryptography", "CardeaEncodings",
                "CardeaLocks",
            ]
        ),
        .target(name: "Alamofire", path: "Tests/StandIns/Alamofire", swiftSettings: settings),
        .target(name: "HTTPTypes", path: "Tests/StandIns/HTTPTypes", swiftSettings: settings),
        tests(
            "NameClashTests",
            ["Alamofire", "HTTPTypes", "Cardea", "CardeaSession", "CardeaTesting"]
        ),
        tests(
            "DocumentationTests",
            [
                "Cardea", "CardeaAdmin", "CardeaSession", "CardeaSecretService", "CardeaTesting",
                "CardeaServer", "CardeaIdentityDomain", "CardeaSettings", "CardeaLogging",
            ]
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
                "CardeaSession", "CardeaTesting", "CardeaLocks",
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
                "CardeaServer", "APITestSupport", "CardeaSettings", "CardeaHTTPRouting", "CardeaHTTPMessages",
                "CardeaIdentityService", "CardeaIdentityDomain",
                "CardeaPasswordHashing", "CardeaSQLiteDriver", "CardeaLogging", "LoggingTestSupport",
                "TransportTestSupport", "ChildProcesses",
            ]
        ),
        tests("CardeaCLITests", ["CardeaCLI", "CardeaServer", "CardeaIdentityService", "ChildProcesses"]),
        tests(
            "EndToEndTests",
            [
                "cardea", "cardea-demo", "cardea-back-end", "session-probe", "session-campaign",
                "ChildProcesses",
                "DeviceUnderTest",
                "Cardea", "CardeaAdmin", "CardeaServer", "CardeaSettings",
                "CardeaSession", "CardeaTesting", "CardeaHTTPTransport", "CardeaHTTPMessages",
                "CardeaCurlTransport",
                "RequestCorpus", "TransportTestSupport", "CardeaLocks",
            ],
            exclude: ["Clients"]
        ),
    ],
    cxxLanguageStandard: .cxx17
)

// libFuzzer provides the main function of this target; see `Scripts/fuzz`.
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

// The privacy manifest that Apple asks of apps. Linux needs no resource bundle.
for target in package.targets where target.name == "CardeaSession" {
    #if os(Linux)
    target.exclude = ["PrivacyInfo.xcprivacy"]
    #else
    target.resources = [.process("PrivacyInfo.xcprivacy")]
    #endif
}

#if !os(Linux)
// The server, and tests that start programs, run on Linux only.
let onEverySystem: Set<String> = [
    "CCardeaOpenSSL", "CCardeaCurl", "CCardeaSecret", "CardeaEncodings", "CardeaLocks", "CardeaHTTPMessages",
    "CardeaCryptography", "CardeaHTTPTransport",
    "CardeaURLSessionTransport", "CardeaCurlTransport", "CardeaIdentityWire", "CardeaSession",
    "CardeaSecretService", "Cardea", "CardeaJOSE", "CardeaAdmin",
    "CardeaTesting",
    "EncodingsTests", "LocksTests", "HTTPMessagesTests", "CardeaTests",
]
package.targets.removeAll { !onEverySystem.contains($0.name) }
package.products.removeAll { !onEverySystem.contains($0.name) }
#endif
