// @module-tag slow
import { afterEach, describe, expect, it } from 'vitest'
import { createDevice, createServer, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { itemRow } from '#tests/support/rows.ts'
import type { CopyStore } from './copy-store.ts'
import { findByCodes, recogniseByCodes } from './find-by-codes.ts'

const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

const failure = (): Promise<never> => Promise.reject(new DOMException('the copy worker failed', 'UnknownError'))

/** A device away from the network whose copy fails in the named calls while `fails` is set. */
async function deviceWhose(calls: readonly ('open' | 'read')[]) {
  const failing = { fails: false }
  const server = createServer(2)
  const device = createDevice(server, undefined, (copy): CopyStore => ({
    ...copy,
    open: (...asked) => (failing.fails && calls.includes('open') ? failure() : copy.open(...asked)),
    read: (...asked) => (failing.fails && calls.includes('read') ? failure() : copy.read(...asked)),
  }))
  devices.push(device)
  await signIn(await device.openTab(), server, operator(1))
  device.offline = true
  return { device, failing }
}

describe('a copy that fails', () => {
  it('makes no product unknown, and is told of as soon as it answers again', async () => {
    const { device, failing } = await deviceWhose(['read'])
    const engine = await device.openTab()
    await expect.poll(() => engine.config()).not.toBeNull()
    failing.fails = true
    await expect(engine.view([], [itemRow(1).code])).rejects.toThrow('the copy worker failed')
    await expect(findByCodes(engine, [itemRow(1).code])).rejects.toThrow('the copy worker failed')
    expect(await recogniseByCodes(engine, [itemRow(1).code])).toEqual([])
    failing.fails = false
    const heard: unknown[] = []
    engine.subscribe((event) => void heard.push(event))
    await expect.poll(() => heard, { timeout: 8_000 }).toContainEqual({ kind: 'copy', itemIds: 'all' })
    expect(await findByCodes(engine, [itemRow(1).code])).toMatchObject([{ id: itemRow(1).id }])
  }, 20_000)

  it('is asked once more by a scan, which finds its product', async () => {
    const { device, failing } = await deviceWhose(['read'])
    const engine = await device.openTab()
    failing.fails = true
    const found = findByCodes(engine, [itemRow(2).code])
    setTimeout(() => (failing.fails = false), 500)
    expect(await found).toMatchObject([{ id: itemRow(2).id }])
  }, 20_000)

  it('is open a moment later where it fails at a start away from the network', async () => {
    const { device, failing } = await deviceWhose(['open'])
    failing.fails = true
    const engine = await device.openTab()
    expect(engine.config()).toBeNull()
    failing.fails = false
    await expect.poll(() => engine.config(), { timeout: 4_000 }).not.toBeNull()
    expect(await engine.view([itemRow(1).id])).toHaveLength(1)
  }, 20_000)
})
