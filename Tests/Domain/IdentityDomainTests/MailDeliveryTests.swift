import CardeaIdentityDomain
import Testing

@Suite("Delivery of mail: rules")
struct MailDeliveryTests {
    private static let start = Timestamp(seconds: 1_800_000_000)

    private static func mail(expiresAfter lifetime: TimeSpan = .days(9)) throws -> Mail {
        Mail(
            id: MailID(rawValue: "1"),
            pool: UserPool(project: ProjectID(rawValue: "shop")),
            purpose: .verifyEmail,
            recipient: try #require(EmailAddress("ann@example.com")),
            sealedLink: [],
            createdAt: start,
            expiresAt: start + lifetime
        )
    }

    @Test("the delay doubles from 30 seconds to two hours; jitter takes at most half of it")
    func delays() throws {
        var mail = try Self.mail()
        let seconds: [Int64] = [30, 60, 120, 240, 480, 960, 1920, 3840, 7200, 7200]
        for longest in seconds {
            mail = mail.claimed(at: mail.nextAttemptAt)
            for jitter in [0, 1, 12_345, UInt64.max] {
                let next = mail.failed("421", isPermanent: false, at: Self.start, jitter: jitter)
                let delay = next.nextAttemptAt - Self.start
                #expect(next.state == .pending)
                #expect(delay >= TimeSpan(milliseconds: longest * 500) && delay <= .seconds(longest))
            }
            let longestJitter = UInt64(longest * 500)
            let last = mail.failed("421", isPermanent: false, at: Self.start, jitter: longestJitter)
            #expect(last.nextAttemptAt == Self.start + .seconds(longest))
        }
    }

    @Test("a permanent error makes a dead letter at once; the error is kept, shortened")
    func permanent() throws {
        let mail = try Self.mail().claimed(at: Self.start)
        let error = String(repeating: "x", count: 9999)
        let dead = mail.failed(error, isPermanent: true, at: Self.start, jitter: 7)
        #expect(dead.state == .dead)
        #expect(dead.lastError == String(repeating: "x", count: 500))
    }

    @Test("attempts end with the life of the code, after 24 hours, or after 20 attempts")
    func end() throws {
        for (lifetime, end) in [(TimeSpan.hours(1), TimeSpan.hours(1)), (.days(3), .days(1))] {
            var mail = try Self.mail(expiresAfter: lifetime)
            #expect(mail.deadline == Self.start + end)
            while mail.state == .pending {
                #expect(mail.nextAttemptAt < mail.deadline)
                let now = mail.nextAttemptAt
                mail = mail.claimed(at: now).failed("421", isPermanent: false, at: now, jitter: 1)
            }
            #expect(mail.nextAttemptAt - Self.start > TimeSpan(milliseconds: end.milliseconds / 4))
        }
        var mail = try Self.mail()
        for _ in 1..<Mail.maximumAttempts {
            mail = mail.claimed(at: Self.start).failed("421", isPermanent: false, at: Self.start, jitter: 0)
            #expect(mail.state == .pending)
        }
        mail = mail.claimed(at: Self.start).failed("421", isPermanent: false, at: Self.start, jitter: 0)
        #expect(mail.state == .dead)
    }

    @Test("a message that waited beyond its deadline becomes a dead letter without an attempt")
    func expiry() throws {
        let mail = try Self.mail(expiresAfter: .hours(1))
        #expect(mail.expired(at: Self.start + .minutes(59)) == nil)
        let dead = try #require(mail.expired(at: Self.start + .hours(1)))
        #expect(dead.state == .dead)
        #expect(dead.lastError != nil)
        #expect(dead.expired(at: Self.start + .hours(2)) == nil)
    }

    @Test("a dead letter can be retried until its code expires")
    func retry() throws {
        let now = Self.start + .minutes(10)
        let dead = try Self.mail(expiresAfter: .hours(1)).claimed(at: Self.start)
            .failed("550", isPermanent: true, at: Self.start, jitter: 0)
        let retried = try dead.retried(at: now)
        #expect(retried.state == .pending)
        #expect(retried.attempts == 0)
        #expect(retried.nextAttemptAt == now)
        #expect(retried.lastError == "550")
        #expect(throws: RetryError.expired) { try dead.retried(at: Self.start + .hours(1)) }
    }

    @Test("a message gets no second attempt while one runs, until its lease ends")
    func retryInDelivery() throws {
        let claimed = try Self.mail().claimed(at: Self.start)
        #expect(throws: RetryError.inDelivery) { try claimed.retried(at: Self.start + .seconds(299)) }
        #expect(try claimed.retried(at: Self.start + Mail.lease).attempts == 0)
        let failed = claimed.failed("421", isPermanent: false, at: Self.start, jitter: 0)
        #expect(try failed.retried(at: Self.start).nextAttemptAt == Self.start)
    }
}
