import Glibc

/// Where in a rotation the process ends itself, by the signal that no process can catch.
enum KillPoint: String {
    /// Before it asks for the store's lock.
    case beforeLock
    /// When it has the lock.
    case afterLock
    /// In the middle of writing the attempt down.
    case duringJournalWrite
    /// When the attempt is written down, and not sent.
    case afterJournalWrite
    /// When the refresh has gone out, and its response is not here.
    case afterSending
    /// When the response is here, and nothing is done with it.
    case afterResponse
    /// In the middle of writing the new credential.
    case duringStoreWrite
    /// When the file with the new credential is in its place, and is not used yet.
    case afterStoreWrite
    /// When the new token is in use.
    case afterPublishing

    /// Ends the process, if this is the point.
    func reached(by wanted: KillPoint?) {
        guard self == wanted else { return }
        kill(getpid(), SIGKILL)
    }
}
