// swift-tools-version: 6.2
import PackageDescription

// A house that breaks every rule once; Scripts/check-layers-test holds what must be found.
let package = Package(
    name: "CrookedHouse",
    targets: [
        .systemLibrary(name: "CCardeaSQLite", path: "Sources/CCardeaSQLite"),
        .target(name: "CardeaIdentityDomain"),
        .target(name: "CardeaIdentityService", dependencies: ["CardeaIdentityStore"]),
        .target(name: "CardeaIdentityStore", dependencies: ["CardeaIdentityDomain", "CCardeaSQLite"]),
        .target(name: "CardeaSQLiteDriver", dependencies: ["CCardeaSQLite"]),
        .target(name: "Lodger"),
        .plugin(
            name: "CheckLayers",
            capability: .command(intent: .custom(verb: "check-layers", description: "The plugin under test."))
        ),
    ]
)
