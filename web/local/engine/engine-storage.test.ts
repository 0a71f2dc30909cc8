import { describe, expect, it } from 'vitest'
import { createDevice, createServer, operator, signIn } from '#tests/support/device-fixture.ts'
import { inStock, scan } from '#tests/support/engine-floor.ts'
import { itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import { createDisk, type Disk, type Judge, type Verdict } from '#tests/sync/simulation/disk.ts'
import { retentionMs } from '#web/local/outbox/outbox-retention.ts'

/** A device on a disk whose commits go as told; only those that append an operation are judged. */
async function boot(server: ReturnType<typeof createServer>, disk: Disk) {
  let verdict: Verdict = 'commit'
  let appends = false
  const judge: Judge = ({ database }) => (appends && database === 'reprise-outbox' ? verdict : 'commit')
  const process = disk.boot(judge)
  const device = createDevice(server, process.indexedDB as never)
  const engine = await device.openTab()
  return {
    device,
    engine,
    process,
    failNext(next: Verdict) {
      verdict = next
      appends = next !== 'commit'
    },
  }
}

const turn = (waitMs = 60) => new Promise((resolve) => setTimeout(resolve, waitMs))

describe('a capture', () => {
  it.each([
    ['crash-before', 0],
    ['crash-after', 1],
  ] as const)(
    'is whole or absent after a crash (%s its commit), and is answered only once durable',
    { tags: ['slow'] },
    async (verdict, kept) => {
      const server = createServer(2)
      const disk = createDisk()
      const first = await boot(server, disk)
      await signIn(first.engine, server, operator(1))
      first.device.offline = true
      await first.engine.push()
      first.failNext(verdict)
      let answered = false
      void scan(first.engine, 1).finally(() => (answered = true))
      await expect.poll(() => first.process.dead).toBe(true)
      await turn()
      expect(answered).toBe(false)
      const later = await boot(server, disk)
      expect(await later.engine.accounting()).toMatchObject({ pending: kept })
      expect(await later.engine.lines('l')).toHaveLength(kept)
      expect(await scan(later.engine, 2)).toMatchObject({ captured: true })
      await later.engine.sync()
      expect(server.ledger().map(({ op }) => op.seq)).toEqual(kept === 1 ? [1, 2] : [1])
      expect(server.item(uuid(4, 1))?.status).toBe(kept === 1 ? inStock : 'item_in_transit')
      await later.device.close()
    },
  )

  it('is refused loudly while the storage is full, and goes on once there is room (QUEUE-3)', async () => {
    const server = createServer(2)
    const { engine, failNext, device } = await boot(server, createDisk())
    await signIn(engine, server, operator(1))
    await engine.sync()
    failNext('QuotaExceededError')
    expect(await scan(engine, 1)).toMatchObject({ captured: false, code: 'DEVICE_STORAGE_REFUSED' })
    expect((await engine.refreshStatus()).capture).toEqual({ ok: false, reason: 'full' })
    failNext('commit')
    expect(await engine.checkStorage()).toBe(true)
    expect(await scan(engine, 1)).toMatchObject({ captured: true })
    expect((await engine.refreshStatus()).capture).toEqual({ ok: true })
    expect(await engine.lines('l')).toHaveLength(1)
    await device.close()
  })

  it('gets over a connection that breaks now and then', async () => {
    const server = createServer(2)
    const disk = createDisk()
    let failures = 2
    const judge: Judge = ({ database }) =>
      database === 'reprise-outbox' && failing && failures-- > 0 ? 'UnknownError' : 'commit'
    let failing = false
    const device = createDevice(server, disk.boot(judge).indexedDB as never)
    const engine = await device.openTab()
    await signIn(engine, server, operator(1))
    device.offline = true
    await engine.push()
    failing = true
    expect(await scan(engine, 1)).toMatchObject({ captured: true })
    expect(await engine.accounting()).toMatchObject({ pending: 1 })
    await device.close()
  })
})

describe('after thirty days', () => {
  it('applied operations go, and what still needs a person stays (QUEUE-2)', async () => {
    const server = createServer(3)
    const { engine, device } = await boot(server, createDisk())
    await signIn(engine, server, operator(1))
    device.offline = true
    await engine.push()
    await scan(engine, 1)
    await scan(engine, 2)
    server.put({ ...itemRow(2), version: 2, status: 'item_awaiting_inventory', tested: true })
    device.offline = false
    await engine.sync()
    expect(await engine.accounting()).toMatchObject({ applied: 1, tray: 1 })
    expect(await engine.prune()).toBe(0)
    device.clockMs += retentionMs + 1000
    expect(await engine.prune()).toBe(1)
    expect(await engine.accounting()).toMatchObject({ applied: 0, tray: 1 })
    expect((await engine.lines('l')).map(({ state }) => state)).toEqual(['refused'])
    await device.close()
  })
})

describe('a clock that is put right', () => {
  it('takes no line of the round in hand', async () => {
    const server = createServer(3)
    const { engine, device } = await boot(server, createDisk())
    await signIn(engine, server, operator(1))
    device.offline = true
    await engine.push()
    const rightMs = device.clockMs
    device.clockMs = 0
    const round = (await engine.openRound(warehouseId))!
    const { code } = itemRow(2)
    await scan(engine, 1, { roundId: round.id })
    for (const listId of [round.id, 'l']) await engine.addRefusedLine({ listId, code }, 'ITEM_CODE_MALFORMED')
    device.clockMs = rightMs
    device.offline = false
    await engine.sync()
    await engine.prune()
    expect(await engine.lines(round.id)).toHaveLength(1)
    expect(await engine.lines('l')).toHaveLength(2)
    // Nor what was decided while it was wrong again.
    device.clockMs = 0
    await scan(engine, 2)
    await engine.sync()
    device.clockMs = rightMs + 60_000
    await engine.sync()
    expect(await engine.prune()).toBe(0)
    // A month later all goes but the round, which nobody has ended.
    await scan(engine, 3)
    await engine.sync()
    device.clockMs = rightMs + retentionMs + 120_000
    expect(await engine.prune()).toBe(3)
    expect(await engine.lines(round.id)).toHaveLength(1)
    expect(await engine.lines('l')).toHaveLength(0)
    await device.close()
  })
})

describe('an operation that cannot travel (QUEUE-7)', () => {
  it.each(['SYNC_PAYLOAD_CHANGED', 'SYNC_OPERATION_MALFORMED'])(
    'goes to the tray (%s), and the rest of its queue goes on',
    async (code) => {
      const server = createServer(3)
      const { engine, device } = await boot(server, createDisk())
      await signIn(engine, server, operator(1))
      device.offline = true
      await engine.push()
      const second = [await scan(engine, 1), await scan(engine, 2), await scan(engine, 3)][1]
      const spoiled = second?.captured === true ? second.opId : ''
      device.intercept = async (path, next, init) => {
        const ops = path.endsWith('/push') ? (JSON.parse(init?.body as string) as { ops: { opId: string }[] }).ops : []
        const at = ops.findIndex(({ opId }) => opId === spoiled)
        if (at < 0) return next()
        const body = { code, message: '', field: `ops.${at}.args`, details: { opId: spoiled } }
        return new Response(JSON.stringify(body), { status: 409, headers: { 'content-type': 'application/json' } })
      }
      device.offline = false
      await engine.sync()
      expect(await engine.accounting()).toEqual({ pending: 0, applied: 2, held: 0, tray: 1, discarded: 0 })
      expect((await engine.tray())[0]?.cause).toMatchObject({ opId: spoiled, code, neverSent: true })
      expect(await engine.discard(spoiled, 'typed by hand instead')).toMatchObject({ ok: true })
      await engine.sync()
      expect(await engine.accounting()).toEqual({ pending: 0, applied: 2, held: 0, tray: 0, discarded: 1 })
      await device.close()
    },
  )
})
