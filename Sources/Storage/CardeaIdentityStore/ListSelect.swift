internal import CardeaSQLCore

/// The statements that read by a list of values, by the length of the list.
///
/// A short list is filled with NULL, which equals nothing, up to a power of two. So a few statements serve all short lists,
/// and a driver keeps them prepared. The statement of a longer list is made for that list.
struct ListSelect<Row>: Sendable {
    private static var lengths: [Int] { [1, 2, 4, 8, 16] }

    private let columns: Int
    private let make: @Sendable (_ count: Int, _ isReused: Bool) -> Select<Row>
    private let short: [Select<Row>]

    /// - Parameters:
    ///   - columns: The number of values of each element.
    ///   - make: Makes the statement for a number of elements.
    init(
        columns: Int = 1,
        _ make: @escaping @Sendable (_ count: Int, _ isReused: Bool) -> Select<Row>
    ) {
        self.columns = columns
        self.make = make
        short = Self.lengths.map { make($0, true) }
    }

    /// Chooses the statement for a list.
    ///
    /// - Parameters:
    ///   - parameters: The parameters before the list.
    ///   - values: The values of all elements, one element after the other.
    /// - Returns: The statement with all its parameters.
    func callAsFunction(
        _ parameters: [SQLValue],
        _ values: [SQLValue]
    ) -> (select: Select<Row>, parameters: [SQLValue]) {
        let count = values.count / columns
        guard let place = Self.lengths.firstIndex(where: { count <= $0 }) else {
            return (make(count, false), parameters + values)
        }
        let absent = Self.lengths[place] * columns - values.count
        return (short[place], parameters + values + repeatElement(.null, count: absent))
    }
}
