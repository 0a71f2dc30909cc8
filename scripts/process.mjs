// Small facts about processes: where the project is, which Node.js runs it, whether a process still lives.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import path from 'node:path'

export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

// A failure that the person can act on: only the sentence is printed, no stack.
export class Sentence extends Error {
  constructor(sentence) {
    super(sentence)
    this.sentence = sentence
  }
}

export function say(text) {
  process.stdout.write(`${text}\n`)
}

export function projectNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const own = path.join(projectRoot, 'node_modules', 'node', 'bin', name)
  return existsSync(own) ? own : process.execPath
}

export function binary(name) {
  return path.join(projectRoot, 'node_modules', '.bin', name)
}

// The environment in which `node` is the project's Node.js for every grandchild too. What these compile they keep: the
// API's modules take a process half as long where another one has loaded them before.
export function projectEnvironment(extra = {}) {
  const packages = path.join(projectRoot, 'node_modules')
  return {
    NODE_COMPILE_CACHE: path.join(packages, '.cache', 'reprise', 'compiled'),
    ...process.env,
    PATH: `${path.join(packages, '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
    ...extra,
  }
}

// Runs a command with its output shown, and answers its exit code (128 + n after a signal).
export function run(command, args, options = {}) {
  const { onSpawn, ...rest } = options
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: projectRoot, stdio: ['ignore', 'inherit', 'inherit'], ...rest })
    onSpawn?.(child)
    child.once('error', reject)
    child.once('close', (code, signal) => resolve(signal ? 128 + (signal === 'SIGINT' ? 2 : 15) : (code ?? 1)))
  })
}

// A process that ended and that nobody has waited for (a zombie) counts as gone.
export function isAlive(pid) {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (error.code !== 'EPERM') return false
  }
  return !['Z', 'X'].includes(linuxStat(pid)?.[0])
}

// When a process began, as a string that no later process with the same number shares; '' when it is gone.
export function startTimeOf(pid) {
  if (process.platform === 'linux') {
    const ticks = linuxStat(pid)?.[19]
    return ticks ? `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}` : ''
  }
  return (spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).stdout ?? '').trim()
}

// The fields of /proc/<pid>/stat after the program's name, which may itself hold blanks.
function linuxStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

export function isSameProcess({ pid, startTime }) {
  return isAlive(pid) && startTimeOf(pid) === startTime
}

// npm puts a shell between itself and the script, and a signal that npm passes on ends that shell only.
export function endWithParent(end) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid !== parent && end(), 250).unref()
}

export const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export async function waitUntil(condition, timeoutMs, everyMs = 25) {
  const end = Date.now() + timeoutMs
  while (Date.now() < end) {
    if (await condition()) return true
    await wait(everyMs)
  }
  return false
}

// Ends a script with its sentence, or with the whole error when it is a bug.
export function endWith(error) {
  console.error(error instanceof Sentence ? `\n${error.sentence}` : error)
  process.exit(1)
}
