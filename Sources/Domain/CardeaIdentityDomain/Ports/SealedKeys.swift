/// A change to the secrets of the server and of its projects.
package enum SealedKeyChange: Sendable, Equatable {
    case insert(SealedKey)
    /// Replaces a key's dates.
    case update(SealedKey)
}

/// All secrets, newest first, those out of use included.
package struct SealedKeysLookup: Lookup {
    package var extent: ReadExtent { .manyRows }

    package func read(from reader: some RowReader) throws(StoreError) -> [SealedKey] {
        try reader.sealedKeys(self)
    }
}

extension Lookup where Self == SealedKeysLookup {
    package static var sealedKeys: Self { SealedKeysLookup() }
}

package protocol SealedKeyReader {
    func sealedKeys(_ lookup: SealedKeysLookup) throws(StoreError) -> [SealedKey]
}
