// swift-tools-version: 6.2
import PackageDescription

// A house that breaks every rule once; Scripts/check-layers-test holds what must be found.
let package = Package(
    name: "CrookedHouse",
    targets: [
        .systemLibrary(name: "CSQLite", path: "Sources/CSQLite"),
        .target(name: "IdentityDomain"),
        .target(name: "IdentityService", dependencies: ["IdentityStore"]),
        .target(name: "IdentityStore", dependencies: ["IdentityDomain", "CSQLite"]),
        .target(name: "SQLiteDriver", dependencies: ["CSQLite"]),
        .target(name: "Lodger"),
        .plugin(
            name: "CheckLayers",
            capability: .command(intent: .custom(verb: "check-layers", description: "The plugin under test."))
        ),
    ]
)
