/// Writes Prometheus' text format (https://prometheus.io/docs/instrumenting/exposition_formats/).
struct Exposition {
    private(set) var text = ""

    mutating func head(_ name: String, _ kind: String, _ help: String) {
        text += "# HELP \(name) \(Self.escape(help))\n# TYPE \(name) \(kind)\n"
    }

    /// Writes one value; the labels are as `labels` writes them.
    mutating func sample(_ name: String, _ labels: String, _ value: Double) {
        text += labels.isEmpty ? name : "\(name){\(labels)}"
        text += " \(Self.number(value))\n"
    }

    mutating func histogram(_ name: String, _ labels: String, _ histogram: HistogramValue.Snapshot) {
        let prefix = labels.isEmpty ? "" : labels + ","
        var count: Int64 = 0
        for (index, bound) in (histogram.bounds + [.infinity]).enumerated() {
            count += histogram.counts[index]
            sample(name + "_bucket", prefix + "le=\"\(Self.number(bound))\"", Double(count))
        }
        sample(name + "_sum", labels, histogram.sum)
        sample(name + "_count", labels, Double(count))
    }

    /// Names and values: `method="GET",status="200"`.
    static func labels(_ dimensions: [(String, String)]) -> String {
        dimensions.map { name, value in "\(name)=\"\(escape(value, quotes: true))\"" }.joined(separator: ",")
    }

    private static func escape(_ text: String, quotes: Bool = false) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\"" where quotes: result += "\\\""
            default: result.append(character)
            }
        }
    }

    private static func number(_ value: Double) -> String {
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        if value.isNaN { return "NaN" }
        return Int64(exactly: value).map(String.init) ?? "\(value)"
    }
}
