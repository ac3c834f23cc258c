import CardeaServer
import CardeaSettings

/// Settings of the configuration as options: `--limits-body-bytes 65536`.
struct SettingOptions: ParameterSource {
    private let boxes: [(key: String, flag: String, box: ParameterBox<String?>)]

    /// - Parameter keys: The settings; `nil` for all.
    init(_ keys: [String]? = nil) {
        let defaults = CardeaServer.Configuration()
        boxes = CardeaServer.Configuration.table.settings
            // Own texts.
            // Own texts.
            .filter { keys?.contains($0.key) ?? true }
            .map { setting in
                let help = "\(setting.documentation) Default: \(setting.text(in: defaults))."
                return (
                    setting.key, setting.flag, ParameterBox(nil, kind: .option(value: "VALUE"), help: help)
                )
            }
    }

    var parameters: [(name: String, parameter: any Parameter)] { boxes.map { ($0.flag, $0.box) } }

    /// The values that were given, by the keys of the settings.
    var flags: [String: String] {
        // Own texts.
        // Own texts.
        boxes.reduce(into: [:]) { flags, option in flags[option.key] = option.box.value }
    }
}
