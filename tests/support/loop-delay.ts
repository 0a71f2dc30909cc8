import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

// Imported into a server by a bench: says for how long the event loop has been held since the bench last asked.
const file = process.env['BENCH_LOOP_FILE']
if (file !== undefined) {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  process.on('SIGUSR2', () => {
    const [longestMs, p99Ms] = [delays.max / 1e6, delays.percentile(99) / 1e6]
    writeFileSync(file, JSON.stringify({ longestMs, p99Ms }))
    delays.reset()
  })
}
