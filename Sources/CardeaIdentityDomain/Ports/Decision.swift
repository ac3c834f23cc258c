/// What a use case decided: the changes to make, and what to tell its caller once they are durable.
package struct Decision<Outcome: Sendable>: Sendable {
    package let changes: [Change]
    package let outcome: Outcome

    package init(_ changes: [Change], _ outcome: Outcome) {
        self.changes = changes
        self.outcome = outcome
    }

    /// Nothing changes.
    package static func unchanged(_ outcome: Outcome) -> Decision { Decision([], outcome) }
}
