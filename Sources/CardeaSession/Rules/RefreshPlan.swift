/// What a renewal does once it has the store to itself and sees what is stored.
enum RefreshPlan: Sendable {
    /// Another process was faster: its record is used, with no network.
    case adopt(CredentialRecord)
    /// Another process signed out.
    case vanished
    /// This credential is sent to the back end.
    case renew(CredentialRecord)

    /// Compares what is held with what is stored.
    ///
    /// - Parameters:
    ///   - held: The record in use, at the time the renewal was asked for.
    ///   - stored: What the store holds.
    ///   - isUsable: Whether a newer record's access token is still good.
    init(held: CredentialRecord, stored: CredentialRecord?, isUsable: (CredentialRecord) -> Bool) {
        guard let stored else {
            self = held.wasStored ? .vanished : .renew(held)
            return
        }
        guard held.mayGoOver(to: stored) else {
            self = .renew(held)
            return
        }
        guard stored.version.session == held.version.session else {
            self = .adopt(stored)
            return
        }
        if stored.generation > held.generation {
            self = isUsable(stored) ? .adopt(stored) : .renew(stored)
        } else if stored.generation == held.generation {
            self = .renew(stored.attempt == nil ? stored.journaling(held.attempt) : stored)
        } else {
            // The store may know this very token by an older number, and that somebody has begun to use it.
            let isSame = stored.credential.accessToken == held.credential.accessToken
            self = .renew(isSame ? held.journaling(stored.attempt ?? held.attempt) : held)
        }
    }

    /// Looks again after the back end refused a credential: it may have been used by another process meanwhile.
    ///
    /// - Returns: The record to use instead; `nil` when the refusal stands.
    static func afterRejection(of sent: CredentialRecord, stored: CredentialRecord) -> CredentialRecord? {
        stored.credential.renewalToken == sent.credential.renewalToken ? nil : stored
    }
}

extension Credential {
    /// The token that is spent on a renewal: the refresh token, or the access token where it is exchanged itself.
    var renewalToken: Secret { refreshToken ?? accessToken }
}
