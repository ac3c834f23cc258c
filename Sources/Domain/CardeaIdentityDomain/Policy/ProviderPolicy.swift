import CardeaSettings

/// The settings of sign-ins with identity providers.
package struct ProviderPolicy: Sendable, Equatable {
    package var redirectURLs: [String] = []

    package init() {}

    static let settings: [Setting<Self>] = [
        Setting(
            "redirectURLs",
            \.redirectURLs,
            .list("a list of URLs such as https://app.example/back, or *", maximumCount: 100) {
                $0 == "*" || RedirectURL($0) != nil
            },
            """
            The complete URLs that a sign-in with a provider may redirect to. An entry such as \
            `http://127.0.0.1/callback` allows every port; `*` allows every URL and is for tests.
            """
        )
    ]
}
