/// Asks the back end who the user is by now, with a credential that has just been refreshed.
///
/// It runs before the requests that waited for the credential continue; the credential is stored already, and none of
/// its failures touches that. Its own requests through the engine carry that credential, and wait for nothing.
public typealias ProfileReader = @Sendable (SessionCredential) async throws -> UserProfile
