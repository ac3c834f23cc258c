internal import CardeaSQLCore

/// A property of an entity, and the columns that hold it.
struct Field<Entity>: Sendable {
    let names: [String]
    fileprivate let decode: @Sendable (inout SQLCursor, inout Entity) throws(SQLError) -> Void
    fileprivate let encode: @Sendable (Entity, inout [SQLValue]) -> Void

    init<Value>(_ path: any WritableKeyPath<Entity, Value> & Sendable, _ columns: Columns<Value>) {
        names = columns.names
        decode = { cursor, entity throws(SQLError) in
            entity[keyPath: path] = try columns.view.decode(&cursor)
        }
        encode = { entity, values in columns.encode(entity[keyPath: path], &values) }
    }

    init<Value: SQLColumnValue>(_ path: any WritableKeyPath<Entity, Value> & Sendable, _ name: String) {
        self.init(path, Columns<Value>(name))
    }
}

extension Columns {
    /// An entity: the columns that it is created from, and the properties that are set after that, in their order.
    init(_ start: Columns<Value>, _ fields: [Field<Value>]) {
        self.init(start.names + fields.flatMap(\.names)) { cursor throws(SQLError) in
            var entity = try start.view.decode(&cursor)
            for field in fields { try field.decode(&cursor, &entity) }
            return entity
        } encode: { entity, values in
            start.encode(entity, &values)
            for field in fields { field.encode(entity, &values) }
        }
    }
}
