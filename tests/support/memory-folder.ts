import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'

/** Where Linux keeps files in memory, and in it the folder of this run where it has one of its own. */
const memory = '/dev/shm'
export const memoryFolder = process.env.REPRISE_MEMORY ?? memory

const roomBytes = 3 * 2 ** 30

/**
 * The folder in memory, where it and the machine have room for a whole run, and programs may be run from it (the
 * embedded PostgreSQL may have to be copied beside its data); else null. A container mostly has 64 MB of it.
 */
export function roomyMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < roomBytes || process.availableMemory() < roomBytes || isNoexec()) return null
    accessSync(memoryFolder, constants.W_OK)
    return memoryFolder
  } catch {
    return null
  }
}

function isNoexec(): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const own = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === memory)
  return own?.[3]?.split(',').includes('noexec') ?? true
}
