// `npm run bench`: every bench of tests/bench/ in turn, each in a process of its own.
import { closeSync, existsSync, fdatasyncSync, mkdtempSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { guardRun } from './guarded-run.mjs'
import { Sentence, endWith, endWithParent, projectEnvironment, projectNode, projectRoot, run, say } from './process.mjs'
import { buildWebWhenStale } from './web-build.mjs'
import { ensureChromium } from './chromium.mjs'

const memoryBytes = 256 * 1024 * 1024

async function bench() {
  const folder = path.join(projectRoot, 'tests', 'bench')
  const [asked, ...args] = process.argv.slice(2)
  const all = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.ts'))
        .toSorted()
    : []
  const files = asked && !asked.startsWith('-') ? all.filter((name) => name.includes(asked)) : all
  if (files.length === 0) throw new Sentence(`There is no bench${asked ? ` named ${asked}` : ''} in tests/bench.`)
  await buildWebWhenStale()
  const env = projectEnvironment({ CHROMIUM_PATH: ensureChromium() })
  let failed = 0
  for (const name of files) {
    say(`\n== ${name.replace('.ts', '')} (${machineNow()})`)
    const code = await run(projectNode(), [path.join(folder, name), ...args], { env })
    if (code !== 0) failed += 1
  }
  return failed === 0 ? 0 : 1
}

// The same machine is not equally fast at all hours; figures are compared with what it could do when they were taken.
function machineNow() {
  const begin = performance.now()
  let sum = 0
  for (let i = 0; i < 300_000_000; i++) sum = (sum * 31 + i) | 0
  const computed = performance.now() - begin
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-bench-disk-'))
  const file = openSync(path.join(folder, 'synced'), 'w')
  const times = Array.from({ length: 50 }, () => {
    const start = performance.now()
    writeSync(file, Buffer.alloc(4096, sum))
    fdatasyncSync(file)
    return performance.now() - start
  })
  closeSync(file)
  rmSync(folder, { recursive: true })
  const synced = times.toSorted((a, b) => a - b)[25]
  // A virtual machine may pay a hundred times as much for each page of memory as another one, and a browser takes many.
  const start = performance.now()
  Buffer.allocUnsafeSlow(memoryBytes).fill(1)
  const taken = Math.round(performance.now() - start)
  return `300 million steps ${Math.round(computed)} ms, a synced write ${synced.toFixed(2)} ms, 256 MB of memory ${taken} ms`
}

guardRun({ ownFolders: true })
endWithParent(() => process.exit(1))
bench().then((code) => process.exit(code), endWith)
