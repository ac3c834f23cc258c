struct FixtureEngine {
    let values: [FixtureValue]
}
