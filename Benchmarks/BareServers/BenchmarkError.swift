/// The reason why a benchmark cannot run.
package struct BenchmarkError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
