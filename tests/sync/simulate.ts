import { parseArgs } from 'node:util'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { describeFailure, failureFolder, runSchedules } from './support/run-schedules.ts'

// `npm run simulate -- --seconds 600` goes on with seeds of its own; `--seed N` replays one schedule.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    first: { type: 'string' },
  },
})
const stop = await startTestPostgres({ inMemory: true })
try {
  const replay = values.seed === undefined ? null : Number(values.seed)
  const firstSeed = replay ?? Number(values.first ?? Date.now() % 1_000_000_000)
  console.log(`Seeds from ${firstSeed}`)
  let shownAt = performance.now()
  const report = await runSchedules({
    firstSeed,
    keepIn: failureFolder,
    ...(replay !== null ? { count: 1 } : values.count !== undefined ? { count: Number(values.count) } : {}),
    ...(values.seconds === undefined
      ? replay === null && values.count === undefined
        ? { forMs: 60_000 }
        : {}
      : { forMs: Number(values.seconds) * 1000 }),
    onFailure: (failure) => console.log(`\n${describeFailure(failure)}`),
    onProgress(sofar) {
      if (performance.now() - shownAt < 10_000) return
      shownAt = performance.now()
      console.log(`${sofar.schedules} schedules, ${sofar.captured} captured, ${sofar.failures.length} failures`)
    },
  })
  const { schedules, captured, applied, refused, held, crashes, failures } = report
  console.log(
    `\n${schedules} schedules: ${captured} captured, ${applied} applied, ${refused} refused, ${held} held, ${crashes} crashes, ${failures.length} failures`,
  )
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await stop()
}
