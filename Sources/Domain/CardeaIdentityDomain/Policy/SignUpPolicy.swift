import CardeaSettings

/// The callers that may create users.
package struct SignUpPolicy: Sendable, Equatable {
    package var allowed = true
    package var maximumPerAddress = 1000
    package var maximumTakenPerNetwork = 50

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "allowed",
            \.allowed,
            formerKey: "allowsSelfSignUp",
            "Whether users may sign up by themselves; otherwise only administrators create users."
        ),
        Setting(
            "maximumPerAddress",
            \.maximumPerAddress,
            .range(0...1_000_000),
            formerKey: "newAccountsPerAddress",
            "The largest number of users that one network address may create in an hour; 0 for no limit."
        ),
        Setting(
            "maximumTakenPerNetwork",
            \.maximumTakenPerNetwork,
            .range(0...1_000_000),
            "The largest number of requests of one network address in an hour that learn that a name is in use; 0 for no limit."
        ),
    ]
}
