/// Sends `total` requests over `connections` callers, each waiting for its response before it sends the next.
///
/// The request is told its caller's number, and says whether the response was the one expected.
func load(
    _ total: Int,
    over connections: Int,
    of process: ProcessFigures,
    _ request: @escaping @Sendable (_ caller: Int) async -> Bool
) async -> Sample {
    let clock = ContinuousClock()
    let cpu = process.cpu
    let start = clock.now
    let (latencies, failures) = await withTaskGroup(of: ([UInt64], Int).self) { group in
        for caller in 0..<connections {
            group.addTask {
                var latencies: [UInt64] = []
                var failures = 0
                for _ in 0..<max(1, total / connections) {
                    let sent = clock.now
                    if await !request(caller) { failures += 1 }
                    latencies.append((clock.now - sent).nanoseconds)
                }
                return (latencies, failures)
            }
        }
        return await group.reduce(into: ([UInt64](), 0)) { sum, part in
            sum.0 += part.0
            sum.1 += part.1
        }
    }
    let wall = Double((clock.now - start).nanoseconds) / 1e9
    return Sample(latencies: latencies, failures: failures, wall: wall, cpu: process.cpu - cpu)
}

extension Duration {
    var nanoseconds: UInt64 {
        UInt64(components.seconds) * 1_000_000_000 + UInt64(components.attoseconds / 1_000_000_000)
    }
}
