extension Span<UInt8> {
    /// Where a pattern begins for the first time, at or behind a place; `nil` if it is absent.
    ///
    /// `firstRange(of:)` took most of the processor time of a load, and more of it than the server that was measured.
    func firstPlace(of pattern: [UInt8], from start: Int = 0) -> Int? {
        let pattern = pattern.span
        var place = start
        while place + pattern.count <= count {
            if self[place] == pattern[0], has(pattern, at: place) { return place }
            place += 1
        }
        return nil
    }

    private func has(_ pattern: Span<UInt8>, at place: Int) -> Bool {
        for index in pattern.indices where self[place + index] != pattern[index] { return false }
        return true
    }
}
