// What a script that starts servers and browsers leaves behind when it is killed: nothing. A guardian ends and removes it.
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const memory = '/dev/shm'

/**
 * Marks this process's children from now on, so that the guardian ends those that are left after this process. With
 * `ownFolders`, temporary files of this process and its children are in folders of the run's own, on disk and in
 * memory, which are removed with them. Linux only: other systems do not show the environment of a process.
 */
export function guardRun({ ownFolders = false } = {}) {
  if (process.platform !== 'linux' || process.env.REPRISE_RUN) return
  const folders = ownFolders ? [tmpdir(), memory].filter((place) => existsSync(place)).map(makeFolder) : []
  const [onDisk, inMemory] = folders
  if (onDisk) process.env.TMPDIR = onDisk
  if (inMemory) process.env.REPRISE_MEMORY = inMemory
  const mark = randomUUID()
  const script = fileURLToPath(new URL('./run-watchdog.mjs', import.meta.url))
  const guardian = spawn(process.execPath, [script, mark, ...folders], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guardian.on('error', () => undefined)
  guardian.stdin.on('error', () => undefined)
  guardian.unref()
  guardian.stdin.unref?.()
  process.env.REPRISE_RUN = mark
}

// PostgreSQL never runs as root: its account has to pass this folder.
function makeFolder(place) {
  const folder = mkdtempSync(path.join(place, 'reprise-'))
  chmodSync(folder, 0o755)
  return folder
}
