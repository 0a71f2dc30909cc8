import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { releaseLabel } from '#web/staff/app/release-label.ts'
import { projectRoot } from '../../scripts/process.mjs'

/** A copy of the built web app that a test may replace by another release while a server serves it. */
export interface AppRelease {
  readonly folder: string
  /** Puts another release in its place: another label, other file names, another list of files to keep. */
  deploy(label: string): void
  remove(): void
}

/** Copies the built web app. */
export function copyRelease(): AppRelease {
  const folder = mkdtempSync(path.join(tmpdir(), 'reprise-release-'))
  cpSync(path.join(projectRoot, 'dist'), folder, { recursive: true })
  let current = releaseLabel
  return {
    folder,
    deploy(label) {
      const names = newNames(folder)
      const rewrite = rewriter(names, (text) => text.replaceAll(current, label))
      rewriteFiles(folder, names, rewrite)
      writeWorker(folder, rewrite)
      current = label
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

// A name says what a file holds, so that a browser never asks twice; another release therefore has other names.
function newNames(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(path.join(folder, 'assets'))
  return new Map(names.map((name) => [name, name.replace(/(\.\w+)$/, 'n$1')]))
}

function rewriter(names: ReadonlyMap<string, string>, relabel: (text: string) => string): (text: string) => string {
  const anyName = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g')
  return (text) => relabel(text.replace(anyName, (name) => names.get(name) ?? name))
}

function rewriteFiles(folder: string, names: ReadonlyMap<string, string>, rewrite: (text: string) => string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!/\.(js|css|html|json)$/.test(entry.name)) continue
    const file = path.join(entry.parentPath, entry.name)
    if (file !== workerOf(folder)) writeFileSync(file, rewrite(readFileSync(file, 'utf8')))
  }
  for (const [from, to] of names) renameSync(path.join(folder, 'assets', from), path.join(folder, 'assets', to))
}

// The document keeps its name, so the service worker's list holds a hash of what is in it. The worker is replaced last and
// at once: a browser that asks for it between two writes would keep the former document as the new release's.
function writeWorker(folder: string, rewrite: (text: string) => string): void {
  const revision = createHash('md5')
    .update(readFileSync(path.join(folder, 'staff', 'index.html')))
    .digest('hex')
  const worker = workerOf(folder)
  const before = rewrite(readFileSync(worker, 'utf8'))
  const after = before.replace(
    /"revision":"\w+","url":"staff\/index\.html"/,
    `"revision":"${revision}","url":"staff/index.html"`,
  )
  if (after === before) throw new Error('the service worker does not list the staff document')
  const next = `${worker}.next`
  writeFileSync(next, after)
  renameSync(next, worker)
}

function workerOf(folder: string): string {
  return path.join(folder, 'sw.js')
}
