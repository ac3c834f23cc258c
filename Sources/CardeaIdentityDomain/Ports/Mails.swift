/// A change to the outbox.
package enum MailChange: Sendable, Equatable {
    /// Adds a message. It is sent if, and only if, the other changes of the decision are made.
    case enqueue(Mail)
    /// Replaces what delivery changes, if nobody has changed it since `from` was read.
    case update(from: Mail, to: Mail)
    case delete(MailID)
}

package struct MailLookup: Lookup {
    package let id: MailID

    package func read(from reader: some RowReader) throws(StoreError) -> Mail? { try reader.mail(self) }
}

extension Lookup where Self == MailLookup {
    package static func mail(_ id: MailID) -> Self { MailLookup(id: id) }
}

/// Messages whose next attempt may start, those that wait for longest first.
package struct DueMailsLookup: Lookup {
    package let now: Timestamp
    package let limit: Int

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [Mail] { try reader.mails(self) }
}

extension Lookup where Self == DueMailsLookup {
    package static func dueMails(at now: Timestamp, limit: Int) -> Self {
        DueMailsLookup(now: now, limit: limit)
    }
}

/// When the next attempt at any message may start; `nil` if no message is pending.
package struct NextMailLookup: Lookup {
    package func read(from reader: some RowReader) throws(StoreError) -> Timestamp? {
        try reader.nextMail(self)
    }
}

extension Lookup where Self == NextMailLookup {
    package static var nextMail: Self { NextMailLookup() }
}

/// One page of the outbox, oldest first.
package struct MailSearch: Lookup, Equatable {
    /// `nil` for all projects.
    package var project: ProjectID?
    /// `nil` for all states.
    package var state: Mail.State?
    /// The last message of the page before; `nil` for the first page.
    package var after: MailPlace?
    package var limit: Int

    package init(limit: Int) { self.limit = limit }

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [Mail] { try reader.mails(self) }
}

/// Where a message is in the outbox.
package struct MailPlace: Sendable, Equatable {
    package let createdAt: Timestamp
    package let id: MailID

    package init(createdAt: Timestamp, id: MailID) {
        self.createdAt = createdAt
        self.id = id
    }
}

extension Mail {
    package var place: MailPlace { MailPlace(createdAt: createdAt, id: id) }
}

/// Dead letters that were created before a moment.
package struct OldDeadMailsLookup: Lookup {
    package let before: Timestamp
    package let limit: Int

    package var readsManyRows: Bool { true }

    package func read(from reader: some RowReader) throws(StoreError) -> [MailID] {
        try reader.oldDeadMails(self)
    }
}

extension Lookup where Self == OldDeadMailsLookup {
    package static func deadMails(createdBefore moment: Timestamp, limit: Int) -> Self {
        OldDeadMailsLookup(before: moment, limit: limit)
    }
}

package protocol MailReader {
    func mail(_ lookup: MailLookup) throws(StoreError) -> Mail?
    func mails(_ lookup: DueMailsLookup) throws(StoreError) -> [Mail]
    func mails(_ search: MailSearch) throws(StoreError) -> [Mail]
    func nextMail(_ lookup: NextMailLookup) throws(StoreError) -> Timestamp?
    func oldDeadMails(_ lookup: OldDeadMailsLookup) throws(StoreError) -> [MailID]
}
