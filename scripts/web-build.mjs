// Builds the web app into dist/ when its sources changed since the last build.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Sentence, projectEnvironment, projectNode, projectRoot, run, say } from './process.mjs'

const inputs = [
  'web',
  'domain',
  'sync',
  'public',
  'vite.config.ts',
  'vite.chunks.ts',
  'vite.barrels.ts',
  'package-lock.json',
]
const stampFile = path.join(projectRoot, 'dist', '.sources')

export async function buildWebWhenStale({ onSpawn } = {}) {
  if (!existsSync(path.join(projectRoot, 'vite.config.ts'))) {
    say('There is no web app to build (vite.config.ts is missing).')
    return
  }
  const sources = hashOfSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return
  say('Building the web app …')
  await buildWeb({ onSpawn })
}

export async function buildWeb({ onSpawn } = {}) {
  const sources = hashOfSources()
  rmSync(stampFile, { force: true })
  const vite = path.join(projectRoot, 'node_modules', 'vite', 'bin', 'vite.js')
  const env = projectEnvironment({ NODE_ENV: 'production' })
  const code = await run(projectNode(), [vite, 'build', '--logLevel', 'warn'], { env, onSpawn })
  if (code !== 0) throw new Sentence('The web app did not build; the lines above say why.')
  writeFileSync(stampFile, sources)
}

// Tests never reach the browser, and the generated route trees are products of the build themselves.
function hashOfSources() {
  const hash = createHash('sha256')
  for (const input of inputs) addTo(hash, path.join(projectRoot, input))
  return hash.digest('hex')
}

function addTo(hash, entry) {
  if (!existsSync(entry) || /\.(test\.tsx?|gen\.ts)$/.test(entry)) return
  if (statSync(entry).isDirectory()) {
    for (const name of readdirSync(entry).toSorted()) addTo(hash, path.join(entry, name))
    return
  }
  hash.update(path.relative(projectRoot, entry)).update('\0').update(readFileSync(entry)).update('\0')
}
