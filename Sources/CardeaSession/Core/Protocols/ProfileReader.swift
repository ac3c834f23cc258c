/// Asks the back end who the user is by now, with a credential that has just been refreshed.
///
/// It runs before the requests that waited for the credential go on; the credential is stored already, and none of
/// its failures touches that. What it sends through the engine itself carries that credential, and waits for nothing.
public typealias ProfileReader = @Sendable (SessionCredential) async throws -> UserProfile
