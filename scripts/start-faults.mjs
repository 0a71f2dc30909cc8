// What keeps a start from coming up, each in a sentence that the person can act on.
import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'
import { Sentence } from './process.mjs'

/** PostgreSQL writes its log of changes in files of 16 MB, and stops where there is no room for the next. */
const leastFreeBytes = 64 * 1024 * 1024

/** Throws the sentence of a full disk, before PostgreSQL meets it. */
export function demandRoom(folder, freeBytes = freeBytesOf) {
  const free = freeBytes(folder)
  if (free === undefined || free >= leastFreeBytes) return
  throw diskFull(
    folder,
    `${Math.floor(free / 1024 / 1024)} MB are free, and PostgreSQL needs ${leastFreeBytes / 1024 / 1024}`,
  )
}

function diskFull(folder, how) {
  return new Sentence(
    `The disk of ${folder} is full (${how}). Make room on it, or choose a folder on another: DATA_DIR=/another/folder npm start`,
  )
}

function freeBytesOf(folder) {
  let there = folder
  while (!existsSync(there) && path.dirname(there) !== there) there = path.dirname(there)
  try {
    const { blocks, bavail, bsize } = statfsSync(there)
    // What is no disk at all, such as /proc, has no blocks.
    return blocks === 0 ? undefined : bavail * bsize
  } catch {
    return undefined
  }
}

/** The sentence of a port that cannot be listened on, by the system's code. */
export function portFault(code, { port, host }) {
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new Sentence(
      `${host} is no address of this machine (${code}). Leave HOST out, or listen on all addresses: HOST=0.0.0.0 npm start`,
    )
  const other = port < 1024 ? 8080 : port + 1
  return new Sentence(
    code === 'EADDRINUSE'
      ? `Port ${port} on ${host} is taken by another program. End that one, or choose another port: PORT=${other} npm start`
      : `Port ${port} on ${host} may not be listened on (${code}). Choose another: PORT=${other} npm start`,
  )
}

/** The sentence of a database of one's own that cannot be used; undefined for what is no such fault. */
export function databaseFault(error, url) {
  const { hostname, port, pathname, username } = new URL(url)
  const at = `${hostname || 'localhost'}:${port || 5432}`
  const code = error.code ?? error.errors?.[0]?.code ?? ''
  if (/^(ECONNREFUSED|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ECONNRESET)$/.test(code))
    return new Sentence(`The database at ${at} does not answer (${code}). Start it, or correct DATABASE_URL.`)
  if (/^(57P03|53300)$/.test(code))
    return new Sentence(
      `The database at ${at} takes no connection yet (${code}: ${error.message}). Start again once it does.`,
    )
  if (/^28/.test(code))
    return new Sentence(
      `The database at ${at} refuses the login ${username} (${code}). Correct its password in DATABASE_URL.`,
    )
  if (code === '3D000')
    return new Sentence(`The database at ${at} has no database ${pathname.slice(1)}. Make it as README.md says.`)
  return undefined
}

/** What a failure of the start says to the person: a full disk by its name; the error itself where it is a bug. */
export function startFault(error, folder) {
  if (error?.code === 'ENOSPC' || error?.code === 'EDQUOT') return diskFull(folder, error.code)
  if (error instanceof Sentence && /No space left on device|Disk quota exceeded/.test(error.sentence))
    return diskFull(folder, 'PostgreSQL could not write')
  return error
}
