import CardeaIdentityDomain
import Testing

/// X13: limits per user, app and class of device.
@Suite("Decisions about limits of sessions")
struct SessionLimitsTests {
    private static let now = Timestamp(seconds: 1_800_000_000)
    private static let pool = UserPool(project: ProjectID(rawValue: "shop"))

    private static func user(_ claims: String? = nil) -> User {
        var user = User(id: UserID(rawValue: "1"), pool: pool, createdAt: now - .days(400))
        user.customClaims = claims
        return user
    }

    /// A session that was last used some minutes ago.
    private static func session(
        _ number: UInt64,
        _ deviceClass: Device.Class = .phone,
        app: String? = nil,
        device: String? = nil,
        unusedFor minutes: Int64 = 0
    ) -> Session {
        var session = Session(
            id: SessionID(high: 0, low: number),
            user: UserID(rawValue: "1"),
            pool: pool,
            createdAt: now - .minutes(minutes),
            signInProvider: "password",
            rotation: RotationState(branch: Branch(rawValue: number))
        )
        session.app = app.map(AppID.init(rawValue:))
        session.device = Device(deviceClass)
        session.device.id = device
        return session
    }

    private static func decide(
        _ new: Session,
        beside stored: [Session],
        claims: String? = nil,
        _ change: (inout SessionPolicy) -> Void
    ) -> SessionLimits.Decision {
        var policy = SessionPolicy()
        change(&policy)
        let decided = policy
        return SessionLimits(policy).decide(new, of: user(claims), beside: stored, at: now) { _ in decided }
    }

    private static func ids(_ numbers: UInt64...) -> [SessionID] {
        numbers.map { SessionID(high: 0, low: $0) }
    }

    @Test("the class limit ends the session of the same class that was unused for longest (X13)")
    func perClass() {
        let stored = [
            Self.session(1, .phone, unusedFor: 5), Self.session(2, .desktop, unusedFor: 90),
            Self.session(3, .web, unusedFor: 80),
        ]
        let decision = Self.decide(Self.session(9, .phone), beside: stored) { $0.maximumPerClass = 1 }
        #expect(decision == .begins(replacing: [], evicting: Self.ids(1)))
    }

    @Test("with two limits, a session that the narrower one ends counts for no other one (X13)")
    func together() {
        let stored = [
            Self.session(1, .phone, app: "a", unusedFor: 1),
            Self.session(2, .desktop, app: "a", unusedFor: 9),
            Self.session(3, .web, app: "b", unusedFor: 99),
        ]
        let decision = Self.decide(Self.session(9, .phone, app: "a"), beside: stored) { policy in
            (policy.maximumPerClass, policy.maximumPerApp, policy.maximumPerUser) = (1, 2, 3)
        }
        #expect(decision == .begins(replacing: [], evicting: Self.ids(1)))
        let narrower = Self.decide(Self.session(9, .phone, app: "a"), beside: stored) { policy in
            (policy.maximumPerClass, policy.maximumPerApp, policy.maximumPerUser) = (1, 1, 1)
        }
        #expect(narrower == .begins(replacing: [], evicting: Self.ids(1, 2, 3)))
    }

    @Test(
        "a sign-in on the same device takes the place of the former one, also where the limit rejects (X13)"
    )
    func sameDevice() {
        let stored = [Self.session(1, app: "a", device: "d"), Self.session(2, app: "b", device: "d")]
        let new = Self.session(9, app: "a", device: "d")
        let decision = Self.decide(new, beside: stored) { ($0.maximumPerUser, $0.atLimit) = (2, .reject) }
        #expect(decision == .begins(replacing: Self.ids(1), evicting: []))
        let other = Self.session(9, app: "a", device: "e")
        #expect(
            Self.decide(other, beside: stored) { ($0.maximumPerUser, $0.atLimit) = (2, .reject) } == .rejected
        )
    }

    @Test("sessions that have ended by themselves take no place (X13)")
    func ended() {
        var expired = Self.session(1)
        expired.expiresAt = Self.now
        var revoked = Self.session(2)
        revoked.revocation = Revocation(reason: .signOut, at: Self.now)
        let idle = Self.session(3, unusedFor: 61)
        var void = Self.session(4)
        void.epoch = -1
        let decision = Self.decide(Self.session(9), beside: [expired, revoked, idle, void]) { policy in
            (policy.maximumPerUser, policy.atLimit, policy.idleLifetime) = (1, .reject, 3600)
        }
        #expect(decision == .begins(replacing: [], evicting: []))
    }

    @Test(
        "a claim of the user replaces the number of the policy (X13)",
        arguments: [
            (#"{"devices":2}"#, 0), (#"{"devices":1}"#, 1), (#"{"devices":"9"}"#, 1), (#"{"devices":0}"#, 1),
        ]
    )
    func claim(claims: String, evicted: Int) {
        let decision = Self.decide(Self.session(9), beside: [Self.session(1)], claims: claims) { policy in
            (policy.maximumClaim, policy.maximumPerUser) = ("devices", 1)
        }
        #expect(decision == .begins(replacing: [], evicting: evicted == 0 ? [] : Self.ids(1)))
    }

    @Test("of very many sessions a sign-in ends 200, those that were unused for longest (X13, security 34)")
    func many() {
        let stored = (1...1000 as ClosedRange<UInt64>).map { Self.session($0, unusedFor: Int64(2000 - $0)) }
        let decision = Self.decide(Self.session(9999), beside: stored) { $0.maximumPerUser = 50 }
        #expect(decision == .begins(replacing: [], evicting: (1...200).map { SessionID(high: 0, low: $0) }))
    }

    @Test(
        "the class of a device is that of its field, or else that of its program",
        arguments: [
            ("class=tablet, name=\"A\", id=\"1\"", nil, .tablet),
            ("name=\"A\"", "Mozilla/5.0 (iPhone)", .web),
            (nil, "FirebaseAuth.iOS/11 com.app/1 iPhone/18.0 hw/iPhone14_2", .phone),
            (nil, "Dalvik/2.1.0 (Linux; U; Android 15; Pixel 9)", .phone), (nil, "App/1 iPad13,4", .tablet),
            (nil, "App/1 (Macintosh)", .desktop), (nil, "curl/8", .other), (nil, nil, .other),
            ("class=car", nil, nil), ("class=phone, name=\"\u{7F}\"", nil, nil), ("class", nil, nil),
            ("=", nil, nil),
            ("name=\"\(String(repeating: "a", count: 129))\"", nil, nil),
        ] as [(String?, String?, Device.Class?)]
    )
    func device(field: String?, userAgent: String?, expected: Device.Class?) {
        let device = field.map { Device(field: $0, userAgent: userAgent) } ?? Device(userAgent: userAgent)
        #expect(device?.deviceClass == expected)
    }
}
