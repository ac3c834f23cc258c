internal import CCardeaPostgreSQL
internal import CardeaSQLCore

/// The form of a statement that runs once for a list of parameters.
///
/// To the server, the messages and the start of a statement cost more than the search for a row by its key.
struct ListForm {
    let statement: SQLStatement
    /// The types of the parameters.
    private let types: [Oid]

    /// - Parameters:
    ///   - single: A statement; only reads and updates have such a form.
    ///   - types: The types of its parameters.
    init?(_ single: SQLStatement, types: [Oid]) {
        guard !types.isEmpty, types.allSatisfy({ TypeNumber.array(of: $0) != nil }),
            let text = Self.text(single, types.count)
        else { return nil }
        statement = SQLStatement(text)
        self.types = types
    }

    /// The statement for a list of parameters.
    func command(_ list: [[SQLValue]]) -> Command {
        let columns = types.indices.map { column in
            Argument.array(list.map { $0[column] }, of: types[column])
        }
        return Command(statement, columns)
    }

    /// The text; its rows begin with the place in the list, from 1.
    private static func text(_ single: SQLStatement, _ count: Int) -> String? {
        let body = single.text(parameters: "v.p")
        let numbers = 1...count
        let list = """
            unnest(\(numbers.map { "?\($0)" }.joined(separator: ", "))) WITH ORDINALITY \
            AS v (\(numbers.map { "p\($0), " }.joined())place)
            """
        if body.hasPrefix("SELECT ") {
            // OFFSET keeps the planner from another order than parameter by parameter.
            return
                "SELECT v.place, q.* FROM \(list) CROSS JOIN LATERAL (SELECT * FROM (\(body)) one OFFSET 0) q"
        }
        guard body.hasPrefix("UPDATE "), let condition = body.firstRange(of: " WHERE ") else { return nil }
        return body[..<condition.lowerBound] + " FROM " + list + body[condition.lowerBound...]
            + " RETURNING v.place"
    }
}
