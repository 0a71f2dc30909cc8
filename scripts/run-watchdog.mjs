// A process of its own that outlives the script it watches: after any end of the script, the guardian ends the
// processes that the script left running and removes its temporary folders. Its standard input is the script's end of a
// pipe, which the system closes even at kill -9.
import { readFileSync, readdirSync, rmSync } from 'node:fs'
import { isAlive, wait, waitUntil } from './process.mjs'

const [mark, ...folders] = process.argv.slice(2)
const graceMs = 10_000
/** A server that has gone through its crash recovery is as good as one that was shut down; this one writes everything. */
const shutdownMs = 30_000

// The terminal's Ctrl-C and a closed session reach the watched script; what is left after it is done here.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.stdin.on('error', () => undefined)
process.stdin.resume()
process.stdin.once('close', () => void cleanUp().then(() => process.exit(0)))

async function cleanUp() {
  const isServer = ({ command }) => /(^|\/)postgres$/.test(command[0] ?? '') && command.includes('-D')
  await end(() => marked().filter((one) => !isServer(one)), 'SIGTERM', graceMs)
  await end(() => marked().filter(isServer), 'SIGINT', shutdownMs)
  await end(marked, 'SIGKILL', graceMs)
  for (const folder of folders) await remove(folder)
}

async function end(found, signal, limitMs) {
  for (const { pid } of found()) send(pid, signal)
  if (await waitUntil(() => found().length === 0, limitMs, 50)) return
  for (const { pid } of found()) send(pid, 'SIGKILL')
  await waitUntil(() => found().length === 0, graceMs, 50)
}

function send(pid, signal) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself.
  }
}

// Every process that was started with the mark in its environment, which processes started by it inherit.
function marked() {
  const wanted = `REPRISE_RUN=${mark}`
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => read(`/proc/${name}/environ`).includes(wanted) && isAlive(Number(name)))
    .map((name) => ({ pid: Number(name), command: read(`/proc/${name}/cmdline`) }))
}

function read(file) {
  try {
    return readFileSync(file, 'utf8').split('\0')
  } catch {
    return []
  }
}

// A process that is just ending may still write.
async function remove(folder) {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      return
    } catch {
      await wait(250)
    }
  }
}
