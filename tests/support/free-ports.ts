import { freePort } from '../../scripts/embedded-postgres.mjs'

const tries = 3
const taken = /address already in use|could not bind|EADDRINUSE/i

/**
 * Starts a program that takes ports by their numbers. Another one may take a port between its drawing and the start:
 * where the error says so, the start is tried on others.
 */
export async function onFreePorts<T>(count: number, start: (...ports: number[]) => Promise<T>): Promise<T> {
  for (let left = tries; ; left -= 1) {
    try {
      return await start(...(await draw(count)))
    } catch (error) {
      if (left === 1 || !(error instanceof Error) || !taken.test(error.message)) throw error
    }
  }
}

async function draw(count: number): Promise<readonly number[]> {
  const ports = new Set<number>()
  while (ports.size < count) ports.add((await freePort(0)) ?? 0)
  ports.delete(0)
  if (ports.size < count) throw new Error('no free port')
  return [...ports]
}
