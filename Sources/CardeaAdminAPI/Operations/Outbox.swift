import CardeaHTTPMessages
import CardeaIdentityDomain
import CardeaIdentityService
import CardeaOperations

/// The mails that wait, and those that were given up.
extension AdminOperation {
    private static var outbox: [String] { ["/outbox"] }
    private static var mail: [String] { ["/outbox/{mail}"] }

    static var listMails: Self {
        Operation(
            "outbox.list",
            "Lists the mails in the outbox, oldest first.",
            .get,
            outbox,
            errors: [.notFound]
        ) { (call, message: MailPageRequest) in
            var search = MailSearch(limit: Int(message.limit ?? 100))
            search.project = try message.project.map { try call.project(named: $0).id }
            search.state = message.state
            search.after = try message.after.map(MailPlace.init(page:))
            let mails = try await call.services.mail.mails(search)
            let last = mails.count == search.limit ? mails.last : nil
            return MailList(mails: mails.map(MailResource.init), next: last.map(\.page))
        }
    }

    static var getMail: Self {
        Operation("outbox.get", "Returns a mail, without its link.", .get, mail, errors: [.notFound]) {
            (call, _: NoInput) in MailResource(try await call.services.mail.mail(call.mailID))
        }
    }

    static var deleteMail: Self {
        Operation(
            "outbox.delete",
            "Deletes a mail, and returns what it was; it is not sent then.",
            .delete,
            mail,
            errors: [.notFound, .conflict]
        ) { (call, _: NoInput) in MailResource(try await call.services.mail.delete(call.mailID)) }
    }

    static var retryMail: Self {
        Operation(
            "outbox.retry",
            "Makes a mail due at once, also one that was given up, unless its link has expired.",
            .post,
            outbox.map { $0 + ":retry" },
            errors: [.notFound, .conflict]
        ) { (call, message: MailName) in
            MailResource(try await call.services.mail.retry(MailID(rawValue: try message.id.required("id"))))
        }
    }

    static var sendTestMail: Self {
        Operation(
            "mail.test",
            "Sends a test mail at once, past the outbox.",
            .post,
            ["/mail:test"],
            errors: [.notFound]
        ) { (call, message: TestMail) in
            let project = try call.project(named: try message.project.required("project"))
            try await call.services.mail.sendTest(
                to: try message.address.required("address"),
                project: project
            )
            return message
        }
    }
}

extension AdminCall {
    fileprivate var mailID: MailID { MailID(rawValue: self["mail"]) }
}

extension Mail {
    /// The `after` of the page behind this mail.
    fileprivate var page: String { "\(createdAt.milliseconds).\(id.rawValue)" }
}

extension MailPlace {
    fileprivate init(page: String) throws(AdminError) {
        let parts = page.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let time = Int64(parts[0]) else {
            throw AdminError(.badRequest, "'after' must be the 'next' of a page")
        }
        self.init(createdAt: Timestamp(milliseconds: time), id: MailID(rawValue: String(parts[1])))
    }
}
