// PostgreSQL refuses to run as root. This decides which account runs it, and how a command is started as that account.
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { Sentence } from './process.mjs'

const nobody = 65534
const unshare = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']

// The three ways, best first: as the person themself; as root shown to PostgreSQL as nobody; as nobody.
export function postgresAccount() {
  if (typeof process.getuid !== 'function' || process.getuid() !== 0) {
    return { kind: 'self', uid: undefined, prefix: [], options: {} }
  }
  const refused =
    process.env.REPRISE_NO_UNSHARE === '1' || spawnSync(unshare[0], [...unshare.slice(1), 'true']).status !== 0
  return refused
    ? { kind: 'nobody', uid: nobody, prefix: [], options: { uid: nobody, gid: nobody } }
    : { kind: 'mapped', uid: 0, prefix: unshare, options: {} }
}

export function runAs(account, command, args, options = {}) {
  const [first, ...rest] = [...account.prefix, command, ...args]
  return spawnSync(first, rest, { encoding: 'utf8', ...options, ...account.options })
}

export function startAs(account, command, args, options = {}) {
  const [first, ...rest] = [...account.prefix, command, ...args]
  return spawn(first, rest, { ...options, ...account.options })
}

// Gives a folder to the account, with everything in it, where it belongs to another.
export function giveTo(account, folder) {
  chmodSync(folder, 0o700)
  if (account.uid === undefined || statSync(folder).uid === account.uid) return
  const give = (entry) => {
    lchownSync(entry, account.uid, account.uid)
    if (lstatSync(entry).isDirectory()) for (const name of readdirSync(entry)) give(path.join(entry, name))
  }
  give(folder)
}

export function giveFileTo(account, file) {
  if (account.uid !== undefined) chownSync(file, account.uid, account.uid)
}

export function mayRun(account, file) {
  return runAs(account, '/bin/sh', ['-c', '[ -x "$1" ]', 'sh', file], { cwd: '/' }).status === 0
}

// Throws a sentence that names the first folder on the way that the account may not pass.
export function demandWayTo(account, folder) {
  if (process.platform === 'win32') return
  const enter = '[ -d "$1" ] && cd "$1"'
  const may = (place) => runAs(account, '/bin/sh', ['-c', enter, 'sh', place], { cwd: '/' }).status === 0
  if (may(folder)) return
  const ways = [folder]
  while (path.dirname(ways[0]) !== ways[0]) ways.unshift(path.dirname(ways[0]))
  const blocked = ways.find((place) => !may(place)) ?? folder
  const who = account.kind === 'self' ? 'your account' : 'the unprivileged account that runs PostgreSQL here'
  throw new Sentence(
    `${who[0].toUpperCase()}${who.slice(1)} may not enter ${blocked}, so the data cannot be kept in ${folder}.\n` +
      `Either choose another data folder:  DATA_DIR=/var/lib/reprise npm start\n` +
      `or let it pass:                     chmod o+x ${blocked}`,
  )
}
