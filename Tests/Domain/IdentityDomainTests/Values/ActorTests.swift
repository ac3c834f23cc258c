import CardeaIdentityDomain
import Testing

@Suite("Actors")
struct ActorTests {
    private static let demo = ProjectID(rawValue: "demo")
    private static let other = ProjectID(rawValue: "other")
    private static let blue = TenantID(rawValue: "blue")

    private static func administrator(_ grants: Grant...) -> Actor {
        .administrator(Administrator(id: "1", name: "deploy", grants: grants))
    }

    static let actors: [(Actor, Bool)] = [
        (.server, true), (.operator(nil), true), (.emulator, true), (.app(AppID(rawValue: "app")), false),
        (.user(UserID(rawValue: "1"), SessionID(high: 1, low: 1)), false),
        (.serviceAccount(ServiceAccountID(project: demo, name: "back-end")), true),
        (.serviceAccount(ServiceAccountID(project: other, name: "back-end")), false),
        (administrator(Grant(.owner)), true), (administrator(Grant(.owner, of: demo)), true),
        (administrator(Grant(.owner, of: other)), false),
        (administrator(Grant(.owner, of: other), Grant(.owner, of: demo)), true),
        (administrator(Grant(.owner, of: demo, tenant: blue)), false),
        (administrator(Grant(.viewer, of: demo)), false), (administrator(), false),
    ]

    @Test("an actor administers the projects that its grants cover as an owner", arguments: actors)
    func mayAdminister(actor: Actor, expected: Bool) {
        #expect(actor.mayAdminister(Self.demo) == expected)
    }

    @Test(
        "a grant covers the user pools of its project, or that of its tenant",
        arguments: [
            (Grant(.viewer), true, true), (Grant(.viewer, of: demo), true, true),
            (Grant(.viewer, of: demo, tenant: blue), false, true),
            (Grant(.viewer, of: demo, tenant: TenantID(rawValue: "red")), false, false),
            (Grant(.viewer, of: other), false, false),
        ]
    )
    func coverage(grant: Grant, project: Bool, tenant: Bool) {
        #expect(grant.covers(UserPool(project: Self.demo)) == project)
        #expect(grant.covers(UserPool(project: Self.demo, tenant: Self.blue)) == tenant)
    }
}
