import Foundation
import CardeaHTTPServing
import RequestCorpus

/// The main program under the name that SwiftPM gives it; libFuzzer's own has another.
@_cdecl("request_fuzzer_main")
public func runFuzzer(
    _ count: CInt,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    var (count, arguments) = unsafe (count, arguments)
    return unsafe runDriver(&count, &arguments, readOneInput)
}

/// libFuzzer's entry for programs with a main function of their own (LLVM, "Using libFuzzer as a library").
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ input: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Called by libFuzzer with one input after another; a process that dies is a finding.
///
/// The limits are low, so that short inputs reach them.
@_cdecl("LLVMFuzzerTestOneInput")
public func readOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var limits = HTTPLimits()
    (limits.headBytes, limits.targetBytes, limits.fieldCount) = (512, 64, 8)
    (limits.chunkLineBytes, limits.trailerBytes, limits.bodyBytes) = (32, 64, 64)
    let input = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    if let violation = ReaderCheck.violation(of: input, limits) { fatalError(violation) }
    return 0
}

/// Called by libFuzzer before it reads its corpus: the hostile requests written by hand are where it begins.
@_cdecl("LLVMFuzzerInitialize")
public func writeSeeds(_ count: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?) -> CInt {
    guard let directory = ProcessInfo.processInfo.environment["CARDEA_FUZZ"] else { return 0 }
    let seeds = HostileRequests.all.map(\.bytes) + Mutator.seeds.map { Array($0.utf8) }
    for (index, seed) in seeds.enumerated() where seed.count < 2048 {
        try? Data(seed).write(to: URL(filePath: "\(directory)/seed-\(index)"))
    }
    return 0
}
