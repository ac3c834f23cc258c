package import CardeaAccountPages
import CardeaHTML
import CardeaOperatingSystem
import FoundationEssentials

/// The texts of the pages that an operator adds: one file for each language.
package struct PageLanguageFiles {
    package let languages: PageLanguages
    /// One line for each file in which texts are missing.
    let warnings: [String]

    /// Reads the files of a directory whose names end with `.json`.
    ///
    /// - Parameter directory: The directory; `nil` for the languages of the program alone.
    /// - Throws: `StartError`, which names the first file that is wrong.
    init(_ directory: String?) throws(CardeaServer.StartError) {
        var languages = PageLanguages.builtIn
        var warnings: [String] = []
        if let directory {
            for (name, bytes) in try Self.files(of: directory) {
                do throws(CatalogueError) {
                    let missing = try languages.add(String(name.dropLast(5)), bytes)
                    if !missing.isEmpty {
                        let list =
                            missing.prefix(3).joined(separator: ", ") + (missing.count > 3 ? ", …" : "")
                        warnings.append(
                            "languages: \(name): \(missing.count) texts are missing and will be in English: \(list)"
                        )
                    }
                } catch {
                    throw CardeaServer.StartError(.other, "languages: \(directory)/\(name): \(error)")
                }
            }
        }
        self.languages = languages
        self.warnings = warnings
    }

    private static func files(
        of directory: String
    ) throws(CardeaServer.StartError) -> [(name: String, bytes: [UInt8])] {
        do {
            let names = try FileManager.default.contentsOfDirectory(atPath: directory).filter {
                $0.hasSuffix(".json")
            }.sorted()
            return try names.map { ($0, try WholeFile.read(directory + "/" + $0)) }
        } catch {
            throw CardeaServer.StartError(.other, "languages: \(directory): \(error)")
        }
    }
}

extension CardeaServer {
    /// The file of the pages' texts in a language of the program, for a translator.
    ///
    /// - Parameter language: A BCP 47 tag such as `en`.
    /// - Returns: JSON; `nil` if the program does not have the language.
    package static func pageTexts(in language: String) -> [UInt8]? { PageLanguages.document(of: language) }
}
