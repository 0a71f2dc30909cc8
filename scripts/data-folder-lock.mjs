// One start at a time on a data folder. The lock names its process and when that began, so that a lock left by a
// killed process, or by one whose number another process has since been given, does not count.
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { isSameProcess, startTimeOf } from './process.mjs'

const settleMs = 40

const lockPath = (folder) => path.join(folder, 'reprise.lock')

// The process that holds the folder, or undefined.
export function lockHolder(folder) {
  try {
    const holder = JSON.parse(readFileSync(lockPath(folder), 'utf8'))
    return isSameProcess(holder) ? holder : undefined
  } catch {
    return undefined
  }
}

// One level after the other: where the system answers that nothing is there, and makes nothing either (/proc), Node's own
// recursive way tries for ever.
function makeFolder(folder) {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another start may have made it just now.
    if (!existsSync(folder)) throw error
  }
}

// Takes the folder: answers { release } or { holder }. Linking a complete file is atomic: two starts never both win.
export function takeLock(folder, details = {}) {
  makeFolder(folder)
  const mine = { pid: process.pid, startTime: startTimeOf(process.pid), ...details }
  const draft = path.join(folder, `.lock-${randomUUID()}`)
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      if (linked(draft, folder) && stays(folder)) return { release: () => release(folder) }
      const holder = lockHolder(folder)
      if (holder) return { holder }
      setAside(folder)
    }
    throw new Error(`the lock of ${folder} cannot be taken`)
  } finally {
    rmSync(draft, { force: true })
  }
}

function linked(draft, folder) {
  try {
    linkSync(draft, lockPath(folder))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    return false
  }
}

// Another start that mistook this lock for the dead one before it may hold it aside for a moment; look again after that.
function stays(folder) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, settleMs)
  return lockHolder(folder)?.pid === process.pid
}

// Moves a dead lock away; a live one that was caught instead, because another start was faster, goes back.
function setAside(folder) {
  const aside = path.join(folder, `.lock-${randomUUID()}`)
  try {
    renameSync(lockPath(folder), aside)
    if (isSameProcess(JSON.parse(readFileSync(aside, 'utf8')))) linkSync(aside, lockPath(folder))
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(error.code) && !(error instanceof SyntaxError)) throw error
  } finally {
    rmSync(aside, { force: true })
  }
}

function release(folder) {
  try {
    if (JSON.parse(readFileSync(lockPath(folder), 'utf8')).pid === process.pid) rmSync(lockPath(folder))
  } catch {
    // Gone already: released.
  }
}
