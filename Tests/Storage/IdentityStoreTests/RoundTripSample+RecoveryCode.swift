import CardeaIdentityDomain

extension RoundTripSample {
    static let recoveryCode = RoundTripSample(
        RecoveryCode(
            hash: [1, 2],
            pool: .tenant,
            user: "ada",
            epoch: 7,
            createdAt: .later(1),
            expiresAt: .later(2)
        ),
        bare: RecoveryCode(
            hash: [],
            pool: .main,
            user: "bob",
            epoch: 0,
            createdAt: .start,
            expiresAt: .later(9)
        ),
        after: [.insertUser(.bare("ada", in: .tenant)), .insertUser(.bare("bob"))],
        insert: { .recoveryCode(.replace($0)) },
        read: { .recoveryCode(hash: $0.hash) }
    ) { $0 }
}
