internal import CardeaSQLCore

/// The statements of the jobs of a batch; those that occur more than once run in their form for lists.
struct Trip {
    /// A statement of a job.
    struct Entry {
        let statement: SQLStatement
        let parameters: [SQLValue]
        let job: Job
    }

    private let entries: [Entry]
    /// The entries of each command, in the order of the commands.
    private let groups: [(entries: [Int], form: ListForm?)]

    /// - Parameters:
    ///   - entries: The statements.
    ///   - listForm: Returns the form for lists that a statement has.
    init(_ entries: [Entry], listForm: (SQLStatement) -> ListForm?) {
        self.entries = entries
        var groups: [(entries: [Int], form: ListForm?)] = []
        var known: [ObjectIdentifier: Int] = [:]
        for (index, entry) in entries.enumerated() {
            if let group = known[ObjectIdentifier(entry.statement)] {
                groups[group].entries.append(index)
            } else {
                let form = listForm(entry.statement)
                if form != nil { known[ObjectIdentifier(entry.statement)] = groups.count }
                groups.append(([index], form))
            }
        }
        self.groups = groups
    }

    /// The commands, and the job of each that is of one job alone.
    var parts: [Session.Part] {
        groups.map { group in
            let first = entries[group.entries[0]]
            guard let form = group.form, group.entries.count > 1 else {
                return (Command(first.statement, first.parameters.map(Argument.value)), first.job)
            }
            return (form.command(group.entries.map { entries[$0].parameters }), nil)
        }
    }

    /// The rows of each entry, out of the rows of the commands.
    func rows(of results: ArraySlice<Rows>) -> [Rows] {
        var rows = [Rows?](repeating: nil, count: entries.count)
        for (group, result) in zip(groups, results) {
            let parts = group.entries.count > 1 ? result.split(into: group.entries.count) : [result]
            for (entry, part) in zip(group.entries, parts) { rows[entry] = part }
        }
        return rows.compactMap(\.self)
    }
}
