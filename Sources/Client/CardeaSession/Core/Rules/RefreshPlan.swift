import CardeaCryptography
import Foundation

/// The next step of a refresh that has the lock of the store and has read the record.
enum RefreshPlan: Sendable {
    /// Another process was faster: its record is used, with no network.
    case useStored(CredentialRecord)
    /// Another process signed out.
    case vanished
    /// This credential is sent to the back end.
    case refresh(CredentialRecord)

    /// Compares what is held with what is stored.
    ///
    /// - Parameters:
    ///   - held: The record in use, at the time the refresh was asked for.
    ///   - stored: The stored record.
    ///   - isUsable: Whether a newer record's access token is still good.
    init(held: CredentialRecord, stored: CredentialRecord?, isUsable: (CredentialRecord) -> Bool) {
        guard let stored else {
            self = held.wasStored ? .vanished : .refresh(held)
            return
        }
        guard held.mayBeReplaced(by: stored) else {
            self = .refresh(held)
            return
        }
        guard stored.version.id == held.version.id else {
            self = .useStored(stored)
            return
        }
        // Each record may know that somebody has begun to use the token of both.
        let journaled = stored.attempt == nil ? stored.keepingAttempt(of: held) : stored
        if stored.isNewer(than: held) {
            self = isUsable(stored) ? .useStored(stored) : .refresh(journaled)
        } else if held.isNewer(than: stored) {
            self = .refresh(held.keepingAttempt(of: stored))
        } else {
            self = .refresh(journaled)
        }
    }

    /// Looks again after the back end rejected a credential: it may have been used by another process meanwhile.
    ///
    /// - Returns: The record to use instead; `nil` if the rejection counts.
    static func afterRejection(of sent: CredentialRecord, stored: CredentialRecord) -> CredentialRecord? {
        stored.credential.exchangedToken == sent.credential.exchangedToken ? nil : stored
    }
}

extension SessionCredential {
    /// The token that is spent on a refresh: the refresh token, or the access token where it is exchanged itself.
    var exchangedToken: SessionSecret { refreshToken ?? accessToken }

    /// SHA-256 of that token.
    var exchangedTokenHash: Data { Data(SHA256.hash(Array(exchangedToken.reveal().utf8))) }

    /// The beginning of the hash, which tells the tokens of one session apart.
    var exchangedTokenMark: Data { Data(exchangedTokenHash.prefix(8)) }
}
