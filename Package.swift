// swift-tools-version: 6.2
import PackageDescription

// The modules of Cardea by layers, with what each one uses. Names of modules stand without the prefix `Cardea`, and
// those of C modules without `CCardea`. ARCHITECTURE.md says what the modules contain, and which layers may use which.

// MARK: System: the C modules of libraries

let system = [
    library("Linux"),
    library("SQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
    library("PostgreSQL", pkgConfig: "libpq", apt: "libpq-dev"),
    library("OpenSSL", pkgConfig: "libcrypto", apt: "libssl-dev"),
    library("LibSSL", pkgConfig: "libssl", apt: "libssl-dev"),
    library("Argon2", pkgConfig: "libargon2", apt: "libargon2-dev"),
    library("Crypt", pkgConfig: "libcrypt", apt: "libcrypt-dev"),
    library("Curl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
    // Not libsecret-1, which brings a flag that SwiftPM warns about.
    library("Secret", pkgConfig: "gobject-2.0", apt: "libsecret-1-dev"),
    library("ICU", pkgConfig: "icu-i18n", apt: "libicu-dev"),
    // The library has an interface in C++ only: a function in C is in front of it.
    .target(
        name: "CCardeaPhoneNumbers",
        path: "Sources/System/CCardeaPhoneNumbers",
        linkerSettings: [.linkedLibrary("phonenumber")]
    ),
]

// MARK: Foundation

let foundation = [
    module("Encodings"),
    module("Locks"),
    module("OperatingSystem"),
    module("Secrets"),
    module("Settings", uses: "Encodings"),
    module("Metrics", uses: "Locks"),
    module("Threads", uses: "Locks", system: "Linux"),
    module("Logging", uses: "Encodings Locks Threads"),
    module("Cryptography", uses: "Locks", system: "OpenSSL"),
    module("JOSE", uses: "Cryptography Encodings"),
    module("PasswordHashing", uses: "Cryptography Encodings Secrets Threads", system: "Argon2 Crypt"),
    module("PhoneNumbers", system: "PhoneNumbers"),
    module("UserNames", system: "ICU"),
    module("HTTPMessages", uses: "Encodings"),
    module("HTTPTransport", uses: "HTTPMessages Encodings Locks"),
    module("CurlTransport", uses: "HTTPTransport HTTPMessages Locks", system: "Curl"),
    module("URLSessionTransport", uses: "HTTPTransport HTTPMessages Cryptography Locks"),
    module("MailDelivery", uses: "Encodings Locks Secrets Threads", system: "Curl"),
    module("OutboundHTTP", uses: "Encodings Locks Threads", system: "Curl"),
]

// MARK: Domain and storage

let identity = "IdentityService IdentityDomain"
let domain = [
    module("IdentityDomain", uses: "Settings Secrets Encodings"),
    module(
        "IdentityService",
        uses: """
            IdentityDomain Cryptography JOSE PasswordHashing PhoneNumbers UserNames Encodings Locks Logging
            Metrics Secrets
            """
    ),
    module("Providers", uses: "\(identity) OutboundHTTP Cryptography JOSE Encodings Locks Logging"),
]
let storage = [
    module("SQLCore", uses: "Locks"),
    module("SQLiteDriver", uses: "SQLCore Locks Threads", system: "SQLite"),
    module("PostgreSQLDriver", uses: "SQLCore Threads", system: "PostgreSQL"),
    module("IdentityStore", uses: "IdentityDomain SQLCore Settings"),
]

// MARK: HTTP and protocols

let web = "HTTPRouting HTTPMessages Encodings Secrets"
let http = [
    module("HTTPRouting", uses: "HTTPMessages Encodings Locks Logging Metrics Secrets"),
    module(
        "HTTPServing",
        uses: "HTTPRouting HTTPMessages Encodings Locks Logging Threads",
        system: "LibSSL Linux"
    ),
    module("Operations", uses: "\(web) Locks"),
]
let protocols = [
    module(
        "IdentityToolkitAPI",
        uses: """
            Operations \(web) \(identity) IdentityWire Cryptography JOSE PasswordHashing UserNames Settings
            """
    ),
    module("OAuthAPI", uses: "Operations \(web) \(identity)"),
    module("KiiAPI", uses: "Operations \(web) \(identity) PhoneNumbers UserNames"),
    module("AccountPages", uses: "\(web) \(identity)"),
    module("AdminAPI", uses: "Operations \(web) \(identity) Settings OperatingSystem"),
]

// MARK: Programs

let programs = [
    module(
        "Server",
        uses: """
            IdentityToolkitAPI OAuthAPI KiiAPI AccountPages AdminAPI Operations \(web) HTTPServing \(identity)
            IdentityStore SQLCore SQLiteDriver PostgreSQLDriver Providers MailDelivery OutboundHTTP Cryptography PasswordHashing
            OperatingSystem Logging Metrics Settings Locks
            """
    ),
    module(
        "CLI",
        uses: """
            Server AdminAPI Operations \(web) HTTPTransport CurlTransport \(identity) PasswordHashing
            OperatingSystem Settings Locks Logging
            """
    ),
    // On most Macs the file system ignores case: Sources/cardea would be Sources/Cardea.
    program("cardea", path: "Sources/CardeaProgram", uses: "CLI"),
]

// MARK: Client, with the messages that it shares with the server

let transport = "HTTPTransport HTTPMessages"
let client = [
    module("IdentityWire", uses: "Secrets"),
    module(
        "Session",
        uses: "\(transport) Cryptography Encodings Locks",
        onLinux: "CurlTransport",
        onApple: "URLSessionTransport"
    ),
    module("Cardea", uses: "Session IdentityWire \(transport) Cryptography Encodings Locks Secrets"),
    module("Admin", uses: "Session IdentityWire JOSE Cryptography Encodings Locks Secrets"),
    module("SecretService", uses: "Session Cryptography Encodings", system: "Secret"),
    module("Testing", uses: "Session IdentityWire \(transport) Encodings Locks Secrets"),
]

// MARK: Samples and benchmarks

let samples = [
    program("cardea-demo", path: "Examples/TerminalApp", uses: "Cardea Locks", onLinux: "SecretService"),
    program(
        "cardea-back-end",
        path: "Examples/BackEnd",
        uses: "Admin HTTPServing HTTPRouting HTTPMessages Logging Locks"
    ),
    program(
        "cardea-bench",
        path: "Benchmarks/CardeaBench",
        uses: """
            Session Admin \(transport) CurlTransport URLSessionTransport HTTPServing HTTPRouting Logging
            PasswordHashing Secrets Locks JOSE Cryptography Encodings
            """,
        support: "BareServers",
        exclude: ["handshakes.py"]
    ),
    support("BareServers", in: "Benchmarks", uses: "Locks", system: "Linux OpenSSL SQLite"),
]

// MARK: Code that tests share

let testSupport = [
    support("ChildProcesses", uses: "Locks"),
    support("LoggingTestSupport", uses: "Logging Locks"),
    support("TransportTestSupport", uses: "Locks"),
    support("RotationModel", uses: "IdentityDomain"),
    support("RequestCorpus", uses: "Testing HTTPServing HTTPRouting HTTPMessages"),
    support("StoreContract", uses: "Session Testing Locks"),
    support("AdminTestSupport", uses: "Admin"),
    support("PostgreSQLServer", support: "ChildProcesses", system: "PostgreSQL"),
    support(
        "StoreEngines",
        uses: "IdentityStore SQLCore SQLiteDriver PostgreSQLDriver",
        support: "PostgreSQLServer"
    ),
    support("DeviceUnderTest", uses: "Session HTTPMessages"),
    support(
        "APITestSupport",
        uses: """
            IdentityToolkitAPI OAuthAPI KiiAPI Operations \(web) \(identity) IdentityStore SQLCore SQLiteDriver
            Cryptography PasswordHashing Logging Locks
            """,
        support: "LoggingTestSupport"
    ),
    support(
        "ProviderStandIns",
        in: "Tests/StandIns",
        uses: "JOSE Cryptography Encodings HTTPServing HTTPRouting HTTPMessages Locks Secrets",
        support: "LoggingTestSupport"
    ),
    support("Alamofire", in: "Tests/StandIns"),
    support("FirebaseAuth", in: "Tests/StandIns"),
    support("HTTPTypes", in: "Tests/StandIns"),
    program(
        "session-probe",
        path: "Tests/SessionProbe",
        uses: "Cardea Session CurlTransport",
        support: "DeviceUnderTest"
    ),
    program(
        "session-campaign",
        path: "Tests/SessionCampaign",
        uses: "Session \(transport) CurlTransport Testing Locks",
        support: "ChildProcesses DeviceUnderTest"
    ),
]

// MARK: Tests: one target for each module, with the dependencies of the module and these

let modules = foundation + domain + storage + http + protocols + programs + client
let allTests = [
    tests("Encodings"),
    tests("Locks"),
    tests("Threads"),
    tests("Metrics"),
    tests("Secrets", support: "ChildProcesses"),
    tests("Settings"),
    tests("OperatingSystem", support: "ChildProcesses"),
    tests("Logging", support: "LoggingTestSupport"),
    tests("Cryptography", uses: "Encodings"),
    tests("JOSE"),
    tests("PasswordHashing", uses: "Locks"),
    tests("PhoneNumbers"),
    tests("UserNames"),
    tests("HTTPMessages"),
    tests("HTTPTransport", uses: "CurlTransport URLSessionTransport", support: "TransportTestSupport"),
    tests("CurlTransport", support: "TransportTestSupport"),
    tests("MailDelivery", support: "ChildProcesses"),
    tests("OutboundHTTP", support: "TransportTestSupport"),
    tests("IdentityDomain", support: "RotationModel"),
    tests(
        "IdentityService",
        uses: "IdentityStore SQLCore SQLiteDriver Settings",
        support: "LoggingTestSupport RotationModel StoreEngines",
        exclude: ["Fixtures"]
    ),
    tests(
        "Providers",
        uses: "IdentityStore SQLiteDriver HTTPRouting HTTPMessages Secrets",
        support: "LoggingTestSupport ProviderStandIns"
    ),
    tests("SQLiteDriver", support: "ChildProcesses"),
    tests("PostgreSQLDriver", support: "ChildProcesses PostgreSQLServer"),
    tests("IdentityStore", uses: "SQLiteDriver PostgreSQLDriver", support: "PostgreSQLServer StoreEngines"),
    tests("HTTPRouting", support: "LoggingTestSupport"),
    tests(
        "HTTPServing",
        support: "ChildProcesses LoggingTestSupport RequestCorpus TransportTestSupport"
    ),
    tests("Operations"),
    tests("IdentityToolkitAPI", uses: "Logging", support: "APITestSupport LoggingTestSupport"),
    tests("OAuthAPI", uses: "Cryptography JOSE Settings", support: "APITestSupport"),
    tests("KiiAPI", support: "APITestSupport"),
    tests("AccountPages", uses: "Cryptography Settings", support: "APITestSupport LoggingTestSupport"),
    tests("AdminAPI", uses: "Cryptography Logging", support: "APITestSupport LoggingTestSupport"),
    testTarget(
        "SweepTests",
        uses: "IdentityToolkitAPI OAuthAPI KiiAPI Operations Settings \(web) \(identity)",
        support: "APITestSupport"
    ),
    tests("Server", support: "APITestSupport ChildProcesses LoggingTestSupport TransportTestSupport"),
    tests("CLI", support: "ChildProcesses"),
    tests(
        "Session",
        uses: "Testing URLSessionTransport",
        support: "ChildProcesses StoreContract TransportTestSupport"
    ),
    tests("Cardea", uses: "Testing"),
    tests("Admin", uses: "Testing", support: "AdminTestSupport"),
    tests("SecretService", uses: "Testing Locks", support: "ChildProcesses StoreContract"),
    testTarget(
        "NameClashTests",
        uses: "Cardea Admin Session Testing",
        support: "Alamofire FirebaseAuth HTTPTypes"
    ),
    testTarget(
        "DocumentationTests",
        uses: """
            Cardea Admin Session SecretService Testing Server IdentityToolkitAPI OAuthAPI KiiAPI AdminAPI
            Operations IdentityDomain Settings Logging Metrics
            """,
        support: "TransportTestSupport"
    ),
    testTarget(
        "EndToEndTests",
        uses: """
            Cardea Admin Session \(transport) CurlTransport Testing Server Settings Locks Encodings HTTPRouting
            """,
        support: """
            cardea cardea-demo cardea-back-end session-probe session-campaign AdminTestSupport ChildProcesses
            DeviceUnderTest PostgreSQLServer ProviderStandIns RequestCorpus TransportTestSupport
            """,
        exclude: ["Clients"]
    ),
]

// MARK: The package

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
    targets: system + modules + samples + testSupport + allTests + [
        .plugin(
            name: "CheckLayers",
            capability: .command(
                intent: .custom(
                    verb: "check-layers",
                    description:
                        "Checks dependencies between modules, unsafe and public code, and file sizes."
                )
            )
        )
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
            swiftSettings: settings() + [.unsafeFlags(["-parse-as-library"])]
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
let onEverySystem = Set(
    names(
        """
        Encodings Secrets Locks Cryptography JOSE HTTPMessages \(transport) URLSessionTransport CurlTransport
        IdentityWire Session SecretService Cardea Admin Testing
        """
    ) + ["CCardeaOpenSSL", "CCardeaCurl", "CCardeaSecret"]
        + ["EncodingsTests", "LocksTests", "HTTPMessagesTests", "CardeaTests"]
)
package.targets.removeAll { !onEverySystem.contains($0.name) }
package.products.removeAll { !onEverySystem.contains($0.name) }
#endif

// MARK: Declarations

/// The settings of every target.
///
/// Only `make` and CI ask for warnings as errors: a new SDK must not break an app's build.
func settings() -> [SwiftSetting] {
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .strictMemorySafety(),
    ] + (Context.environment["CARDEA_STRICT"] == "1" ? [.treatAllWarnings(as: .error)] : [])
}

/// The C module of a system library: a module map and a header, nothing else.
func library(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: "CCardea\(name)",
        path: "Sources/System/CCardea\(name)",
        pkgConfig: pkgConfig,
        providers: apt.map { [.apt([$0])] }
    )
}

/// A Swift module.
///
/// - Parameters:
///   - name: Its name without the prefix.
///   - uses: The modules that it uses, separated by spaces.
///   - system: The C modules that it uses; on Apple systems it uses the platform's frameworks instead.
///   - onLinux: The modules that it uses on Linux only.
///   - onApple: The modules that it uses on Apple systems only: on Linux, URLSession would add FoundationNetworking, 45 MB.
/// - Returns: The target.
func module(
    _ name: String,
    uses: String = "",
    system: String = "",
    onLinux: String = "",
    onApple: String = ""
) -> Target {
    .target(
        name: prefixed(name),
        dependencies: dependencies(uses, system: system, onLinux: onLinux, onApple: onApple),
        swiftSettings: settings()
    )
}

/// A program.
func program(
    _ name: String,
    path: String,
    uses: String,
    onLinux: String = "",
    support: String = "",
    exclude: [String] = []
) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies(uses, support: support, onLinux: onLinux),
        path: path,
        exclude: exclude,
        swiftSettings: settings()
    )
}

/// A module for tests or benchmarks; its name has no prefix.
func support(
    _ name: String,
    in folder: String = "Tests",
    uses: String = "",
    support: String = "",
    system: String = ""
) -> Target {
    .target(
        name: name,
        dependencies: dependencies(uses, support: support, system: system),
        path: "\(folder)/\(name)",
        swiftSettings: settings()
    )
}

/// The tests of a module: they depend on the module, on what it uses, and on the modules named here.
@MainActor func tests(
    _ module: String,
    uses: String = "",
    support: String = "",
    exclude: [String] = []
) -> Target {
    // The tests of products have the names of the products.
    let products: Set = ["Session", "Admin", "SecretService", "Server", "CLI"]
    let target = testTarget(
        (products.contains(module) ? "Cardea\(module)" : module) + "Tests",
        uses: "\(module) \(uses)",
        support: support,
        exclude: exclude
    )
    let named = Set(names(uses))
    let inherited = modules.first { $0.name == prefixed(module) }?.dependencies ?? []
    target.dependencies += inherited.filter { dependency in
        if case .targetItem(let name, _) = dependency { !named.contains(name) } else { true }
    }
    return target
}

func testTarget(_ name: String, uses: String, support: String = "", exclude: [String] = []) -> Target {
    .testTarget(
        name: name,
        dependencies: dependencies(uses, support: support),
        exclude: exclude,
        swiftSettings: settings()
    )
}

func dependencies(
    _ uses: String,
    support: String = "",
    system: String = "",
    onLinux: String = "",
    onApple: String = ""
) -> [Target.Dependency] {
    let linux = TargetDependencyCondition.when(platforms: [.linux])
    let apple = TargetDependencyCondition.when(
        platforms: [.macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS]
    )
    return names(uses).map { .target(name: $0) }
        + support.split(whereSeparator: \.isWhitespace).map { .target(name: String($0)) }
        + system.split(separator: " ").map { .target(name: "CCardea\($0)", condition: linux) }
        + names(onLinux).map { .target(name: $0, condition: linux) }
        + names(onApple).map { .target(name: $0, condition: apple) }
}

/// The full names of modules.
func names(_ modules: String) -> [String] {
    modules.split(whereSeparator: \.isWhitespace).map { prefixed(String($0)) }
}

func prefixed(_ name: String) -> String { name == "Cardea" ? name : "Cardea\(name)" }
