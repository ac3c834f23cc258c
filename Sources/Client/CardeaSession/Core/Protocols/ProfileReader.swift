/// Asks the back end who the user is by now, with a credential that has just been refreshed.
///
/// It runs after the credential is stored, and before the waiting requests continue.
/// Its failures do not change the stored credential.
/// Its own requests through the engine carry that credential, and do not wait.
public typealias ProfileReader = @Sendable (SessionCredential) async throws -> UserProfile
