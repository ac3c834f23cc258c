import CardeaIdentityDomain

/// A mail with a link, before it is queued.
struct OutgoingMail: Sendable {
    let pool: UserPool
    let purpose: ActionCode.Purpose
    let recipient: EmailAddress
    /// A language tag (BCP 47), if the request named one.
    let language: String?
    let link: String
    let createdAt: Timestamp
}

extension OutgoingMail {
    /// The changes that queue the mail, in the commit that stores its code.
    var changes: [Change] { [] }
}
