// What has changed since the last `npm run check` that passed, so that the next one repeats only what that touches.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { projectRoot } from './process.mjs'

const places = ['domain', 'sync', 'api', 'web', 'tests', 'scripts', 'public', 'docker']
const kept = path.join(projectRoot, 'node_modules', '.cache', 'reprise', 'checked.json')
/** Modules whose importers a runner can find; a change of any other file may concern every test. */
const traced = /^(?:domain|sync|api|web|tests)\/.*\.(?:tsx?|css)$/

/**
 * The project's files with the hash of each, and the changed modules: null where everything is to be repeated, because
 * there was no check before, or a file has changed that nothing imports.
 */
export function changedSinceCheck() {
  const now = hashes()
  if (!existsSync(kept)) return { now, modules: null }
  const before = JSON.parse(readFileSync(kept, 'utf8'))
  const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
    (file) => before[file] !== now[file],
  )
  const isTraced = changed.every((file) => traced.test(file) && file in now)
  return { now, modules: isTraced ? changed : null }
}

/** Notes that everything passed with these files. */
export function keepChecked(now) {
  mkdirSync(path.dirname(kept), { recursive: true })
  writeFileSync(kept, JSON.stringify(now))
}

function hashes() {
  const files = readdirSync(projectRoot, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : places.includes(entry.name) ? walk(entry.name) : [],
  )
  return Object.fromEntries(files.map((file) => [file, hashOf(file)]))
}

function walk(folder) {
  return readdirSync(path.join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const name = `${folder}/${entry.name}`
    return entry.isDirectory() ? walk(name) : entry.isFile() ? [name] : []
  })
}

function hashOf(file) {
  return createHash('sha1')
    .update(readFileSync(path.join(projectRoot, file)))
    .digest('base64')
}
