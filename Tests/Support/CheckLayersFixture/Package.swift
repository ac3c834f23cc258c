// swift-tools-version: 6.2
import PackageDescription

// A package that violates every rule once; Scripts/check-layers-test lists the expected errors.
let package = Package(
    name: "ViolatesEveryRule",
    targets: [
        .systemLibrary(name: "CCardeaSQLite", path: "Sources/CCardeaSQLite"),
        .target(name: "CardeaIdentityDomain"),
        .target(
            name: "CardeaIdentityService",
            dependencies: ["CardeaIdentityStore"],
            path: "Sources/Domain/CardeaIdentityService"
        ),
        .target(
            name: "CardeaIdentityStore",
            dependencies: ["CardeaIdentityDomain", "CCardeaSQLite"],
            path: "Sources/Storage/CardeaIdentityStore"
        ),
        .target(name: "CardeaSession", path: "Sources/Client/CardeaSession"),
        .target(
            name: "CardeaSQLiteDriver",
            dependencies: ["CCardeaSQLite", "WithoutLayer"],
            path: "Sources/Storage/CardeaSQLiteDriver"
        ),
        .target(name: "WithoutLayer"),
        .plugin(
            name: "CheckLayers",
            capability: .command(intent: .custom(verb: "check-layers", description: "The plugin under test."))
        ),
    ]
)
