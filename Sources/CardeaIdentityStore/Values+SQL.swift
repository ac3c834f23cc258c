internal import CardeaIdentityDomain
internal import CardeaSQLCore

extension SQLValue {
    init(_ moment: Timestamp) { self = .integer(moment.milliseconds) }
    init(_ moment: Timestamp?) { self.init(moment?.milliseconds) }
    init(_ span: TimeSpan?) { self.init(span?.milliseconds) }
    /// The same 64 bits, signed: no engine has unsigned ones.
    init(word: UInt64?) { self = word.map { .integer(Int64(bitPattern: $0)) } ?? .null }
    init(_ branch: Branch?) { self.init(word: branch?.rawValue) }
    /// 8 bytes each, the highest first; nothing for none.
    init(words: [UInt64]) { self.init(words.isEmpty ? nil : words.bigEndianBytes) }
    /// The branch and the moment of each.
    init(_ superseded: [RotationState.Superseded]) {
        self.init(
            words: superseded.flatMap { [$0.branch.rawValue, UInt64(bitPattern: $0.since.milliseconds)] }
        )
    }
    /// 16 bytes, the highest first.
    init(_ session: SessionID) { self = .blob(session.bytes) }
    init(_ session: SessionID?) { self.init(session?.bytes) }
    /// Empty for none, so that it can be part of a key.
    init(orEmpty name: String?) { self = .text(name ?? "") }
}

extension SQLColumnCursor {
    mutating func timestamp() throws(SQLError) -> Timestamp { Timestamp(milliseconds: try integer()) }

    mutating func optionalTimestamp() throws(SQLError) -> Timestamp? {
        try optionalInteger().map { Timestamp(milliseconds: $0) }
    }

    mutating func branch() throws(SQLError) -> Branch { Branch(rawValue: UInt64(bitPattern: try integer())) }

    mutating func optionalWord() throws(SQLError) -> UInt64? {
        try optionalInteger().map { UInt64(bitPattern: $0) }
    }

    mutating func optionalBranch() throws(SQLError) -> Branch? {
        try optionalWord().map(Branch.init(rawValue:))
    }

    mutating func words() throws(SQLError) -> [UInt64] {
        let bytes = try optionalBytes() ?? []
        guard bytes.count.isMultiple(of: 8) else { throw .damaged("A list of words has a part of a word.") }
        return stride(from: 0, to: bytes.count, by: 8).map { bytes[$0..<$0 + 8].bigEndianWord }
    }

    mutating func supersededTokens() throws(SQLError) -> [RotationState.Superseded] {
        let words = try words()
        guard words.count.isMultiple(of: 2) else { throw .damaged("A superseded token has no moment.") }
        return stride(from: 0, to: words.count, by: 2).map { index in
            RotationState.Superseded(
                branch: Branch(rawValue: words[index]),
                since: Timestamp(milliseconds: Int64(bitPattern: words[index + 1]))
            )
        }
    }

    mutating func sessionID() throws(SQLError) -> SessionID {
        try SessionID(bytes: try bytes())
    }

    mutating func optionalSessionID() throws(SQLError) -> SessionID? {
        try optionalBytes().map { bytes throws(SQLError) in try SessionID(bytes: bytes) }
    }

    mutating func pool() throws(SQLError) -> UserPool {
        let project = ProjectID(rawValue: try text())
        let tenant = try text()
        return UserPool(project: project, tenant: tenant.isEmpty ? nil : TenantID(rawValue: tenant))
    }

    /// A name out of a closed list.
    mutating func name<Name: RawRepresentable<String>>(_ type: Name.Type) throws(SQLError) -> Name {
        guard let name = try optionalName(type) else { throw .damaged("A \(type) is missing.") }
        return name
    }

    mutating func optionalName<Name: RawRepresentable<String>>(_ type: Name.Type) throws(SQLError) -> Name? {
        guard let text = try optionalText() else { return nil }
        guard let name = Name(rawValue: text) else { throw .damaged("\(text) is no \(type).") }
        return name
    }
}

extension UserPool {
    /// The pool as the first two columns of a key.
    var values: [SQLValue] { [.text(project.rawValue), SQLValue(orEmpty: tenant?.rawValue)] }
}

extension SessionID {
    fileprivate var bytes: [UInt8] { [high, low].bigEndianBytes }

    fileprivate init(bytes: [UInt8]) throws(SQLError) {
        guard bytes.count == 16 else { throw .damaged("A session's name is not 16 bytes long.") }
        self.init(high: bytes[..<8].bigEndianWord, low: bytes[8...].bigEndianWord)
    }
}

extension [UInt64] {
    /// 8 bytes of each, the highest first.
    fileprivate var bigEndianBytes: [UInt8] {
        (0..<8 * count).map { UInt8(truncatingIfNeeded: self[$0 / 8] >> UInt64(56 - $0 % 8 * 8)) }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var bigEndianWord: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
