// swift-tools-version: 6.2
import PackageDescription

// The modules of Cardea by layers, with what each one uses. A layer is a folder in `Sources`; the tests of its modules are
// in the same folder of `Tests`. Names of modules stand without the prefix `Cardea`, and those of C modules without
// `CCardea`. ARCHITECTURE.md says what the modules contain, and which layers may use which.

// MARK: System: the C modules of libraries

let system = layer(
    "System",
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
        linkerSettings: [.linkedLibrary("phonenumber")]
    ),
    // The compiler puts the files of the pages into the program: no resource bundle, and no literals in Swift.
    .target(name: "CCardeaPages", exclude: ["files"])
)

// MARK: Foundation

let foundation = layer(
    "Foundation",
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
    module("HTML", uses: "Encodings", system: "Pages"),
    module("HTTPMessages", uses: "Encodings"),
    module("HTTPTransport", uses: "HTTPMessages Encodings Locks"),
    module("CurlTransport", uses: "HTTPTransport HTTPMessages Locks", system: "Curl"),
    module("URLSessionTransport", uses: "HTTPTransport HTTPMessages Cryptography Locks"),
    module("MailDelivery", uses: "Encodings Locks Secrets Threads", system: "Curl"),
    module("OutboundHTTP", uses: "Encodings Locks Threads", system: "Curl")
)

// MARK: Domain and storage

let identity = "IdentityService IdentityDomain"
let domain = layer(
    "Domain",
    module("IdentityDomain", uses: "Settings Secrets Encodings"),
    module(
        "IdentityService",
        uses: """
            IdentityDomain Cryptography JOSE PasswordHashing PhoneNumbers UserNames HTML Encodings Locks Logging
            Metrics Secrets
            """
    ),
    module("Providers", uses: "\(identity) OutboundHTTP Cryptography JOSE Encodings Locks")
)
let storage = layer(
    "Storage",
    module("SQLCore", uses: "Locks"),
    module("SQLiteDriver", uses: "SQLCore Locks Threads", system: "SQLite"),
    module("PostgreSQLDriver", uses: "SQLCore Threads", system: "PostgreSQL"),
    module("IdentityStore", uses: "IdentityDomain SQLCore Settings")
)

// MARK: HTTP and protocols

let web = "HTTPRouting HTTPMessages Encodings Secrets"
let http = layer(
    "HTTP",
    module("HTTPRouting", uses: "HTTPMessages Encodings Locks Logging Metrics Secrets"),
    module(
        "HTTPServing",
        uses: "HTTPRouting HTTPMessages Encodings Locks Logging Threads",
        system: "LibSSL Linux"
    ),
    module("Operations", uses: "\(web) Locks")
)
let protocols = layer(
    "Protocols",
    module(
        "IdentityToolkitAPI",
        uses: """
            HTML Operations \(web) \(identity) IdentityWire Cryptography JOSE PasswordHashing UserNames Settings
            """
    ),
    module("OAuthAPI", uses: "Operations \(web) \(identity)"),
    module("KiiAPI", uses: "Operations \(web) \(identity) PhoneNumbers UserNames"),
    module("AccountPages", uses: "HTML \(web) \(identity)"),
    module("AdminAPI", uses: "Operations \(web) \(identity) Settings OperatingSystem")
)

// MARK: Programs

let programs = layer(
    "Programs",
    module(
        "Server",
        uses: """
            IdentityToolkitAPI OAuthAPI KiiAPI AccountPages AdminAPI HTML Operations \(web) HTTPServing \(identity)
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
    program("cardea", path: "CardeaProgram", uses: "CLI")
)

// MARK: Client, and the messages that it shares with the server

let messages = layer("Messages", module("IdentityWire", uses: "Secrets"))

let transport = "HTTPTransport HTTPMessages"
let client = layer(
    "Client",
    module(
        "Session",
        uses: "\(transport) Cryptography Encodings Locks",
        onLinux: "CurlTransport",
        onApple: "URLSessionTransport"
    ),
    module("Cardea", uses: "Session IdentityWire \(transport) Cryptography Encodings Locks Secrets"),
    module("Admin", uses: "Session IdentityWire JOSE Cryptography Encodings Locks Secrets"),
    module("SecretService", uses: "Session Cryptography Encodings", system: "Secret"),
    module("Testing", uses: "Session IdentityWire \(transport) Encodings Locks Secrets")
)

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
    support("BareServers", path: "Benchmarks/BareServers", uses: "Locks", system: "Linux OpenSSL SQLite"),
]

// MARK: Code that tests share

let testSupport = layer(
    "Support",
    in: "Tests",
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
        path: "StandIns/ProviderStandIns",
        uses: "JOSE Cryptography Encodings HTTPServing HTTPRouting HTTPMessages Locks Secrets",
        support: "LoggingTestSupport"
    ),
    support("Alamofire", path: "StandIns/Alamofire"),
    support("FirebaseAuth", path: "StandIns/FirebaseAuth"),
    support("HTTPTypes", path: "StandIns/HTTPTypes"),
    program(
        "session-probe",
        path: "SessionProbe",
        uses: "Cardea Session CurlTransport",
        support: "DeviceUnderTest"
    ),
    program(
        "session-campaign",
        path: "SessionCampaign",
        uses: "Session \(transport) CurlTransport Testing Locks",
        support: "ChildProcesses DeviceUnderTest"
    )
)

// MARK: Tests: one target for each module, with the dependencies of the module and these

let modules = foundation + domain + storage + http + protocols + programs + messages + client
let foundationTests = layer(
    "Foundation",
    in: "Tests",
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
    tests("HTML"),
    tests("HTTPMessages"),
    tests("HTTPTransport", uses: "CurlTransport URLSessionTransport", support: "TransportTestSupport"),
    tests("CurlTransport", support: "TransportTestSupport"),
    tests("MailDelivery", support: "ChildProcesses"),
    tests("OutboundHTTP", support: "TransportTestSupport")
)
let domainTests = layer(
    "Domain",
    in: "Tests",
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
    )
)
let storageTests = layer(
    "Storage",
    in: "Tests",
    tests("SQLiteDriver", support: "ChildProcesses"),
    tests("PostgreSQLDriver", support: "ChildProcesses PostgreSQLServer"),
    tests("IdentityStore", uses: "SQLiteDriver PostgreSQLDriver", support: "PostgreSQLServer StoreEngines")
)
let httpTests = layer(
    "HTTP",
    in: "Tests",
    tests("HTTPRouting", support: "LoggingTestSupport"),
    tests(
        "HTTPServing",
        support: "ChildProcesses LoggingTestSupport RequestCorpus TransportTestSupport"
    ),
    tests("Operations")
)
let protocolTests = layer(
    "Protocols",
    in: "Tests",
    tests("IdentityToolkitAPI", uses: "Logging", support: "APITestSupport LoggingTestSupport"),
    tests("OAuthAPI", uses: "Cryptography JOSE Settings", support: "APITestSupport"),
    tests("KiiAPI", support: "APITestSupport"),
    tests("AccountPages", uses: "Cryptography Settings", support: "APITestSupport LoggingTestSupport"),
    tests("AdminAPI", uses: "Cryptography Logging", support: "APITestSupport LoggingTestSupport"),
    testTarget(
        "SweepTests",
        uses: "IdentityToolkitAPI OAuthAPI KiiAPI Operations Settings \(web) \(identity)",
        support: "APITestSupport"
    )
)
let programTests = layer(
    "Programs",
    in: "Tests",
    tests("Server", support: "APITestSupport ChildProcesses LoggingTestSupport TransportTestSupport"),
    tests("CLI", support: "ChildProcesses")
)
let clientTests = layer(
    "Client",
    in: "Tests",
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
    )
)
let productTests = [
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
    targets: system + modules + samples + testSupport
        + foundationTests + domainTests + storageTests + httpTests + protocolTests + programTests
        + clientTests
        + productTests + [
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
            path: "Tests/Support/RequestFuzzer",
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

/// The targets of a layer, in its folder.
///
/// - Parameters:
///   - name: The name of the folder.
///   - root: The folder that it is in.
///   - targets: The targets. Each has a folder of its name, or one at its own path within the layer.
/// - Returns: The targets.
func layer(_ name: String, in root: String = "Sources", _ targets: Target...) -> [Target] {
    for target in targets { target.path = "\(root)/\(name)/\(target.path ?? target.name)" }
    return targets
}

/// The C module of a system library: a module map and a header, nothing else.
func library(_ name: String, pkgConfig: String? = nil, apt: String? = nil) -> Target {
    .systemLibrary(
        name: "CCardea\(name)",
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
    path: String? = nil,
    uses: String = "",
    support: String = "",
    system: String = ""
) -> Target {
    .target(
        name: name,
        dependencies: dependencies(uses, support: support, system: system),
        path: path,
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
