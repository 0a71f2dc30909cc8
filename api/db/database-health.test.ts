import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabasePulse, DatabaseDown, type DatabaseHealth } from './database-health.ts'

/** A database that takes connections and says nothing, as one that is paused does. */
let paused: Server
let sockets: Set<Socket>
let pulse: DatabaseHealth

beforeEach(async () => {
  sockets = new Set()
  paused = createServer((socket) => void sockets.add(socket.on('error', () => undefined)))
  await new Promise<void>((resolve) => void paused.listen(0, '127.0.0.1', resolve))
})
afterEach(async () => {
  pulse.stop()
  for (const socket of sockets) socket.destroy()
  await new Promise((resolve) => void paused.close(resolve))
})

const urlOf = (server: Server): string => {
  const address = server.address()
  return `postgres://a:b@127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/c`
}
const quick = { patienceMs: 20, downPatienceMs: 20, beatMs: 50, everyMs: 10 }
const never = new Promise<never>(() => undefined)

describe('the pulse of the database', () => {
  it('gives work that hangs up once the database does not answer', async () => {
    pulse = createDatabasePulse(urlOf(paused), quick)
    await expect(pulse.whileUp(never)).rejects.toBeInstanceOf(DatabaseDown)
    await expect(pulse.whileUp(never)).rejects.toBeInstanceOf(DatabaseDown)
  })

  it('takes it for down while a file of its certificate is away, and asks it again', async () => {
    let file = 'sslcert=/nowhere/of-this-test.pem'
    pulse = createDatabasePulse(() => `${urlOf(paused)}?${file}`, { ...quick, beatMs: 60_000 })
    await expect(pulse.whileUp(never)).rejects.toBeInstanceOf(DatabaseDown)
    expect(sockets.size).toBe(0)
    file = ''
    await expect.poll(() => sockets.size, { timeout: 30_000 }).toBeGreaterThan(0)
  })

  it('asks the database of no work that is done in time, and hands on what it comes to', async () => {
    pulse = createDatabasePulse(urlOf(paused), { ...quick, patienceMs: 60_000 })
    expect(await pulse.whileUp(Promise.resolve('done'))).toBe('done')
    await expect(pulse.whileUp(Promise.reject(new RangeError('own')))).rejects.toThrow('own')
    expect(sockets.size).toBe(0)
  })

  it('lets work that is quick enough through while the database is down', async () => {
    pulse = createDatabasePulse(urlOf(paused), { ...quick, downPatienceMs: 60_000 })
    await expect(pulse.whileUp(never)).rejects.toBeInstanceOf(DatabaseDown)
    expect(await pulse.whileUp(Promise.resolve('kept in memory'))).toBe('kept in memory')
  })

  it('goes on asking while the database is down', async () => {
    pulse = createDatabasePulse(urlOf(paused), quick)
    await expect(pulse.whileUp(never)).rejects.toBeInstanceOf(DatabaseDown)
    await expect.poll(() => sockets.size).toBeGreaterThan(2)
  })
})
