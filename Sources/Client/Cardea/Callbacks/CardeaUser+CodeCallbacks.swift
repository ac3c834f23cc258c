public import Foundation

/// The operations of codes and claims for code that is not asynchronous.
extension CardeaUser {
    /// Sends a link that verifies the address; see `sendEmailVerification(settings:)`.
    @discardableResult
    public func sendEmailVerification(
        settings: ActionLinkSettings? = nil,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.sendEmailVerification(settings: settings)
        }
    }

    /// Sends a link that changes the address; see `sendEmailVerification(beforeUpdatingEmail:settings:)`.
    @discardableResult
    public func sendEmailVerification(
        beforeUpdatingEmail newEmail: String,
        settings: ActionLinkSettings? = nil,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.sendEmailVerification(beforeUpdatingEmail: newEmail, settings: settings)
        }
    }

    /// Gives the user the address of a link; see `link(email:link:)`.
    @discardableResult
    public func link(
        email: String,
        link: URL,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.link(email: email, link: link)
        }
    }

    /// Authenticates the user again; see `reauthenticate(link:)`.
    @discardableResult
    public func reauthenticate(
        link: URL,
        completion: @escaping CardeaCompletion<Void>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in try await self.reauthenticate(link: link) }
    }

    /// The ID token with its claims; see `idTokenResult(forcingRefresh:)`.
    @discardableResult
    public func idTokenResult(
        forcingRefresh: Bool = false,
        completion: @escaping CardeaCompletion<IDTokenResult>
    ) -> Task<Void, Never> {
        complete(completion) { () async throws(CardeaError) in
            try await self.idTokenResult(forcingRefresh: forcingRefresh)
        }
    }
}
