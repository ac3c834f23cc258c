// A comment may name FixtureEngine, and so may a text.
struct FixtureValue {
    let text = "FixtureEngine"
    let engine: FixtureEngine?
}
