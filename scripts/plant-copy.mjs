// A copy of a checkout in the system's temporary folder: defects are planted there, and the checkout stays as it is.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Sentence } from './process.mjs'

/** What tools keep in node_modules for themselves; in the copy they begin without it. */
const ownToTools = new Set(['.vite', '.vite-temp', '.vitest-cache', '.cache', '.reprise-lock'])

/** Copies the files of a checkout that git does not ignore, and links its packages; answers the folder. */
export function makeCopy(tree) {
  const packages = path.join(tree, 'node_modules')
  if (!existsSync(packages)) throw new Sentence(`${tree} has no node_modules; run npm install there first.`)
  const files = filesOf(tree)
  const copy = mkdtempSync(path.join(realpathSync(tmpdir()), 'reprise-plant-'))
  try {
    // PostgreSQL never runs as root: its account has to pass this folder.
    chmodSync(copy, 0o755)
    for (const file of files) {
      const target = path.join(copy, file)
      mkdirSync(path.dirname(target), { recursive: true })
      copyFileSync(path.join(tree, file), target)
    }
    linkPackages(realpathSync(packages), path.join(copy, 'node_modules'))
    return copy
  } catch (error) {
    removeCopy(copy)
    throw error
  }
}

export function removeCopy(copy) {
  rmSync(copy, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

function filesOf(tree) {
  const asked = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const { status, stdout } = spawnSync('git', asked, { cwd: tree, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
  if (status !== 0) throw new Sentence(`${tree} is no checkout of git.`)
  const named = stdout.split('\0').filter((file) => file !== '' && !/^node_modules(?:\/|$)/.test(file))
  return named.filter((file) => existsSync(path.join(tree, file)) && lstatSync(path.join(tree, file)).isFile())
}

// By hard links, so that every package lies below the copy: Vite serves no file from elsewhere. Where the temporary
// folder is on another disk, links to the packages have to do.
function linkPackages(from, to) {
  mkdirSync(to)
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (ownToTools.has(entry.name)) continue
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)]
    try {
      linkEntry(entry, source, target)
    } catch (error) {
      if (!['EXDEV', 'EPERM', 'EMLINK'].includes(error.code)) throw error
      rmSync(target, { recursive: true, force: true })
      symlinkSync(source, target, entry.isDirectory() ? 'dir' : 'file')
    }
  }
}

function linkEntry(entry, source, target) {
  if (entry.isSymbolicLink()) return symlinkSync(readlinkSync(source), target)
  if (!entry.isDirectory()) return linkSync(source, target)
  mkdirSync(target)
  for (const inner of readdirSync(source, { withFileTypes: true }))
    linkEntry(inner, path.join(source, inner.name), path.join(target, inner.name))
}
