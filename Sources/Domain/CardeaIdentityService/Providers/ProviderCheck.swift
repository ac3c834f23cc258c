package import CardeaIdentityDomain

/// One step of a trial of a provider, for a person.
package struct ProviderCheck: Sendable, Equatable {
    package enum Result: String, Sendable, CaseIterable {
        case passed, failed
        /// The step cannot be tried, or its result says little.
        case skipped
    }

    package let name: String
    package let result: Result
    /// The finding; for a failure with its remedy.
    package let explanation: String

    package init(_ name: String, _ result: Result, _ explanation: String) {
        self.name = name
        self.result = result
        self.explanation = explanation
    }
}

extension NoProviders: ProviderTester {
    package func check(
        _ provider: ProviderID,
        in pool: UserPool,
        policy: Policy,
        idToken: String?
    ) async throws(ProviderError) -> [ProviderCheck] {
        throw .notConfigured
    }
}

/// Tries whether users can sign in with a provider, step by step.
package protocol ProviderTester: Sendable {
    /// Goes through the steps of a sign-in.
    ///
    /// - Parameters:
    ///   - provider: A configured provider, also if it is not enabled.
    ///   - pool: The project or the tenant.
    ///   - policy: The settings that hold there.
    ///   - idToken: An ID token to verify; `nil` for none.
    /// - Returns: The steps in order.
    /// - Throws: `.notConfigured`.
    func check(
        _ provider: ProviderID,
        in pool: UserPool,
        policy: Policy,
        idToken: String?
    ) async throws(ProviderError) -> [ProviderCheck]
}
