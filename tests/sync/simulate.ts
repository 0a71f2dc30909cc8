import { parseArgs } from 'node:util'
import { startTestPostgres } from '#tests/support/postgres.ts'
import { differenceAfter, everyKill } from './simulation/process-kills.ts'
import { describeFailure, failureFolder, runSchedules } from './simulation/run-schedules.ts'
import { playScript, recordScript } from './simulation/script.ts'
import { openShared } from './simulation/sim-databases.ts'

// `npm run simulate -- --seconds 600` goes on with seeds of its own; `--seed N` replays one schedule. `--kills N`
// plays a script drawn from N again and again, each time with one process killed at another of its commits: at all of them.
const { values } = parseArgs({
  options: {
    seconds: { type: 'string' },
    seed: { type: 'string' },
    count: { type: 'string' },
    first: { type: 'string' },
    kills: { type: 'string' },
  },
})
const stop = await startTestPostgres({ inMemory: true })
try {
  const held = values.kills === undefined ? await simulate() : await killEverywhere(Number(values.kills))
  process.exitCode = held ? 0 : 1
} finally {
  await stop()
}

async function killEverywhere(seed: number): Promise<boolean> {
  const databases = await openShared()
  try {
    const script = await recordScript(databases, seed, 14)
    const whole = await playScript(databases, seed, script)
    const kills = everyKill(whole)
    console.log(`Seed ${seed}: ${script.length} happenings, ${kills.length} kills`)
    let failures = 0
    for (const kill of kills) {
      const difference = await differenceAfter(databases, seed, script, whole, kill)
      if (difference === null) continue
      failures++
      console.log(`\n${difference}`)
    }
    console.log(`\n${kills.length} kills, ${failures} failures`)
    return failures === 0
  } finally {
    await databases.close()
  }
}

async function simulate(): Promise<boolean> {
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
  return failures.length === 0
}
