import { accessSync, constants, readFileSync, statfsSync } from 'node:fs'

/** Where Linux keeps files in memory. */
export const memoryFolder = '/dev/shm'

const roomBytes = 3 * 2 ** 30

/**
 * The folder in memory, where it and the machine have room for a whole run, and programs may be run from it (the
 * embedded PostgreSQL may have to be copied beside its data); else null. A container mostly has 64 MB of it.
 */
export function roomyMemory(): string | null {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    if (bavail * bsize < roomBytes || process.availableMemory() < roomBytes || isNoexec()) return null
    accessSync(memoryFolder, constants.W_OK)
    return memoryFolder
  } catch {
    return null
  }
}

function isNoexec(): boolean {
  const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
  const own = mounts.map((line) => line.split(' ')).findLast(([, place]) => place === memoryFolder)
  return own?.[3]?.split(',').includes('noexec') ?? true
}
