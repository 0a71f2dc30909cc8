import { describe, expect, it } from 'vitest'
import { undoCheckIn } from '#sync/operations/check-in/undo-check-in.ts'
import { manager, operator, signIn } from '#tests/support/device-fixture.ts'
import { captureRefused, prepareDevices, scan, statusOf } from '#tests/support/engine-floor.ts'
import { itemRow, uuid } from '#tests/support/rows.ts'
import type { Engine } from './engine.ts'

const { boot, begin } = prepareDevices()
const monthMs = 31 * 86_400_000

/** The second operator checks a product in that the first has in signed-out work, and undoes it: the server holds both. */
async function beginHeld() {
  const { server, device, engine } = await begin(2)
  device.offline = true
  await undo(engine, await idOf(scan(engine, 1)))
  await engine.push()
  await engine.dropGrants(operator(1).userId)
  await engine.signOut()
  device.offline = false
  await signIn(engine, server, operator(2))
  const held = await idOf(scan(engine, 1))
  const behind = await undo(engine, held)
  await engine.sync()
  expect(await engine.accounting()).toEqual({ pending: 2, applied: 0, held: 2, tray: 0, discarded: 0 })
  return { server, device, engine, held, behind }
}

async function idOf(captured: ReturnType<typeof scan>): Promise<string> {
  const done = await captured
  if (!done.captured) throw new Error(done.code)
  return done.opId
}

const undo = (engine: Engine, targetOpId: string) =>
  idOf(engine.dispatch(undoCheckIn, { targetOpId, itemId: uuid(4, 1), code: itemRow(1).code }))

describe('a device', () => {
  it('hears that another user has discarded what the server held of it, with what waits for it (SETTLE-4)', async () => {
    const { server, device, engine, held, behind } = await beginHeld()
    const other = await boot(0, server).device.openTab()
    await signIn(other, server, manager(3))
    expect(await other.discard(held, 'twice')).toMatchObject({ ok: true })
    await other.sync()
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 2, applied: 0, held: 0, tray: 1, discarded: 1 })
    expect(await engine.tray()).toMatchObject([{ cause: { opId: behind, code: 'SYNC_BLOCKED', causeOp: held } }])
    expect(await engine.refreshStatus()).toMatchObject({ held: 0, attention: 1 })
    expect((await engine.lines('l'))[0]).toMatchObject({ state: 'settled' })
    expect(await statusOf(engine, 1)).toBe('item_in_transit')
    const later = await idOf(scan(engine, 1))
    const row = (await engine.operationsOf(uuid(4, 1))).find(({ opId }) => opId === later)
    expect(row?.op.dependsOn).not.toContain(held)
    await engine.discard(behind, 'so was this')
    await engine.sync()
    device.clockMs += monthMs
    await engine.prune()
    expect(await engine.accounting()).toMatchObject({ tray: 0, discarded: 0 })
  })

  it('takes out of the tray what another user has settled (SETTLE-4)', async () => {
    const { server, device, engine } = await begin(1)
    const refused = await captureRefused(engine, device)
    const other = await boot(0, server).device.openTab()
    await signIn(other, server, manager(3))
    await other.discard(refused, 'no box of ours')
    await other.sync()
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 0, applied: 0, held: 0, tray: 0, discarded: 1 })
  })

  it('forgets in the end what it settled itself while the server held it', async () => {
    const { device, engine, held, behind } = await beginHeld()
    await engine.discard([held, behind], 'twice')
    await engine.sync()
    await engine.sync()
    device.clockMs += monthMs
    await engine.prune()
    expect(await engine.accounting()).toEqual({ pending: 2, applied: 0, held: 0, tray: 0, discarded: 0 })
  })

  it('leaves to its author in the tray what it is not told to be settled', async () => {
    const { server, device, engine, held } = await beginHeld()
    device.intercept = async (_path, next) => {
      const answer = await next()
      const text = await answer.text()
      return new Response(text.replaceAll(/,"resolution":"[a-z]+"/g, ''), answer)
    }
    const other = await boot(0, server).device.openTab()
    await signIn(other, server, manager(3))
    await other.discard(held, 'twice')
    await other.sync()
    await engine.sync()
    expect(await engine.accounting()).toEqual({ pending: 2, applied: 0, held: 0, tray: 2, discarded: 0 })
  })
})
