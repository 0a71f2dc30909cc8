import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { projectEnvironment, projectNode, projectRoot } from '../../scripts/process.mjs'
import { loopRecordVariable, type Hold } from '#tests/support/loop-record.ts'

// Which routes hold the event loop for more than 50 ms: the tests of the API call each of them, most with data that is
// larger than usual, while each application looks at its loop as in production. A route's first call in a process also
// compiles what it runs, so that the median of its holds says more than the longest one.
// `npm run bench -- loop tests/api/openapi-calls.test.ts` plays these files alone.
const files = process.argv.slice(2)
const folder = mkdtempSync(path.join(tmpdir(), 'reprise-loop-'))
try {
  const record = path.join(folder, 'holds')
  const vitest = path.join(projectRoot, 'node_modules', 'vitest', 'vitest.mjs')
  spawnSync(projectNode(), [vitest, 'run', '--project=api', '--reporter=dot', ...files], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: projectEnvironment({ [loopRecordVariable]: record }),
    cwd: projectRoot,
  })
  report(existsSync(record) ? readFileSync(record, 'utf8').trimEnd().split('\n') : [])
} finally {
  rmSync(folder, { recursive: true })
}

function report(lines: readonly string[]): void {
  const holds = lines.map((line) => JSON.parse(line) as Hold)
  const rows = [...Map.groupBy(holds, ({ by }) => by)].map(([by, each]) => {
    const times = each.map(({ cpuMs }) => cpuMs).toSorted((one, other) => one - other)
    return { by, times: times.length, median: times[Math.floor(times.length / 2)]!, longest: times.at(-1)! }
  })
  for (const { by, times, median, longest } of rows.toSorted((one, other) => other.median - one.median))
    console.log(
      `${String(times).padStart(5)} ×  median ${String(median).padStart(5)}  longest ${String(longest).padStart(5)} ms  ${by}`,
    )
  console.log(`${rows.length} names held the loop for more than 50 ms`)
}
