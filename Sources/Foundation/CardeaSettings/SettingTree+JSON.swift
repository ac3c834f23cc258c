package import CardeaEncodings

/// Documents of settings in JSON: groups are objects, and absent values are null.
extension SettingTree {
    /// Reads the text of a document.
    ///
    /// - Throws: `SettingError` if the text is not of this form, or has a name twice in a group.
    package init(reading text: [UInt8], as grammar: JSONGrammar = .json) throws(SettingError) {
        do throws(JSONError) {
            self.init(try JSONValue(reading: text, grammar: grammar))
        } catch .repeatedName(let name) {
            throw SettingError("the key '\(name)' is given twice")
        } catch {
            let place = JSONValue.faultPlace(in: text, grammar: grammar).map {
                ": line \($0.line), column \($0.column)"
            }
            throw SettingError("is not a \(grammar == .json5 ? "JSON5" : "JSON") document\(place ?? "")")
        }
    }

    /// The text of the document.
    package var text: [UInt8] {
        var json = JSONText()
        write(to: &json)
        return json.bytes
    }

    /// Reads a document; a value that no setting has, such as a fraction, is unusable.
    package init(_ json: JSONValue) {
        switch json {
        case .object(let members):
            self = .group(members.reduce(into: [:]) { $0[$1.name.exact] = SettingTree($1.value) })
        case .null: self = .value(.absent)
        case .boolean(let value): self = .value(.boolean(value))
        case .integer(let value): self = .value(Int(exactly: value).map(SettingValue.integer) ?? .unusable)
        // `60.0` and `6e1` are whole numbers, too.
        case .number(let number):
            self = .value(Int(exactly: number.value).map(SettingValue.integer) ?? .unusable)
        case .string(let text): self = .value(.text(text))
        case .array(let values):
            let texts = values.compactMap(\.string)
            self = .value(texts.count == values.count ? .list(texts) : .unusable)
        }
    }

    /// Writes the document; the members of a group are in the order of their names.
    package func write(to json: inout JSONText) {
        switch self {
        case .value(let value): value.write(to: &json)
        case .group(let members):
            json.object { json in
                for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                    json.name(text: name.wrappedValue)
                    member.write(to: &json)
                }
            }
        }
    }
}

extension SettingValue {
    fileprivate func write(to json: inout JSONText) {
        switch self {
        case .boolean(let value): json.boolean(value)
        case .integer(let value): json.integer(Int64(value))
        case .text(let text): json.string(text)
        case .list(let texts): json.array { json in for text in texts { json.string(text) } }
        case .absent, .unusable: json.value(.null)
        }
    }
}
