import CardeaIdentityService

/// One request to an operation: who asks, and what was sent.
struct Call<Message> {
    let caller: Caller
    /// Whether an administrator of the project asks.
    let isAdministrator: Bool
    let message: Message
}
