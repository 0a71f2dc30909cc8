// `npm run bench`: every bench of tests/bench/ in turn, each in a process of its own.
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { Sentence, endWith, projectEnvironment, projectNode, projectRoot, run, say } from './process.mjs'
import { buildWebWhenStale } from './web-build.mjs'
import { ensureChromium } from './chromium.mjs'

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
    say(`\n== ${name.replace('.ts', '')}`)
    const code = await run(projectNode(), [path.join(folder, name), ...args], { env })
    if (code !== 0) failed += 1
  }
  return failed === 0 ? 0 : 1
}

bench().then((code) => process.exit(code), endWith)
