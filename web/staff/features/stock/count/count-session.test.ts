import { afterEach, describe, expect, it } from 'vitest'
import { resolveCode } from '#domain/item/resolve-code.ts'
import { endStockCount } from '#sync/operations/stock/end-stock-count.ts'
import { resolveCountLine } from '#sync/operations/stock/resolve-count-line.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Config, StockRow } from '#sync/wire/pull.ts'
import { createDevice, createServer, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { config, itemRow, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { FeedbackKind } from '#web/scan/feedback-tones.ts'
import { countMarks, toCountLine, toCountRun, type CountRun } from './count-line.ts'
import { countListId, createCountSession, runLine, type CountEngine } from './count-session.ts'
import { countEndOf, tallyCount } from './tally.ts'

const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

const [counted, elsewhere] = (['awaiting_control', 'refurbishment_completed'] as const).map((native) =>
  config.stocks.find((each) => each.warehouseId === warehouseId && each.native === native)!,
) as [StockRow, StockRow]
const runsId = 'runs'
const run: CountRun = {
  countId: uuid(7, 1),
  stockId: counted.id,
  stockName: counted.name,
  startedAtMs: 1,
  endedAtMs: null,
  numbers: null,
}
const [one, two] = [itemRow(1), itemRow(2)]
const imei = '356938035643809'
let drawn = 0

/** Two products stand in the counted stock; `change` puts others. */
async function boot(change: (put: (item: ItemRow) => void) => void = () => undefined) {
  const server = createServer(2, { status: 'item_awaiting_compliancy_tests', warehouseId, stockId: counted.id })
  change((item) => server.put(item))
  const device = createDevice(server)
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, operator(1))
  device.offline = true
  await engine.addRefusedLine(runLine(runsId, run), countMarks.started, run.countId)
  return { ...standAt(engine), reopen: async () => standAt(await device.openTab()) }
}

function standAt(engine: Engine, more: Partial<CountEngine> = {}) {
  const signals: string[] = []
  const lines = async () =>
    (await engine.lines(countListId(run.countId), 1000)).flatMap((view) => toCountLine(view) ?? []).toReversed()
  const read = async () => {
    const query = { filter: { stockIds: [counted.id] }, search: '', sort: 'code', order: 'asc' } as const
    const page = await engine.listItems({ ...query, offset: 0, limit: 100 })
    return { inStock: page!.rows.map(({ id }) => id), lines: await lines() }
  }
  const session = createCountSession({
    engine: {
      find: async (ids, codes) => (await engine.view(ids, codes)).map(({ item }) => item),
      dispatch: engine.dispatch,
      note: async (line, lineId, code) => void (await engine.addRefusedLine(line, code, lineId)),
      read,
      lines,
      ...more,
    },
    config: engine.config,
    run,
    stock: counted,
    runsId,
    newId: () => uuid(9, ++drawn),
    nowMs: () => 2,
    signal: (kind) => signals.push(kind),
  })
  const scan = async (...codes: string[]) => {
    for (const code of codes) session.scan({ resolution: resolveCode(code, 'item'), alternative: null })
    await session.settled()
    return session.state().shown?.verdict
  }
  const tally = async () => {
    const { inStock, lines: kept } = await read()
    return tallyCount(inStock, kept)
  }
  const runs = async () => (await engine.lines(runsId, 20)).flatMap((view) => toCountRun(view) ?? [])
  const resolutions = async () =>
    (await engine.operations('pending')).filter(({ op }) => op.type === resolveCountLine.type).map(({ op }) => op.args)
  return { engine, session, scan, signals, lines, tally, runs, resolutions }
}

const ended = { expected: 2, present: 2, missing: 0, unexpected: 0 }

it('resolves a difference once, however often it is asked to, and says how far it is', async () => {
  const { session, tally, resolutions } = await boot()
  const steps: (string | null)[] = []
  session.subscribe(() => {
    const { resolving } = session.state()
    steps.push(resolving === null ? null : `${resolving.done}/${resolving.of}`)
  })
  const all = [one.id, two.id]
  const answers = await Promise.all([session.resolve(all, 'not_found'), session.resolve(all, 'not_found')])
  expect(answers).toEqual([null, null])
  expect((await resolutions()).map(({ itemId }) => itemId)).toEqual([one.id, two.id])
  expect((await tally()).open).toBe(0)
  expect(steps).toEqual(['0/2', '1/2', null, null])
})

it('the barcode of another stock stops a count with that stock’s name and a sentence', () => {
  const stock = { id: 'counted', warehouseId: 'w', name: 'To refurbish', native: null } as StockRow
  const other = { ...stock, id: 'other', name: 'Shelf 4' }
  const heard: FeedbackKind[] = []
  const session = createCountSession({
    engine: {} as CountEngine,
    config: () => ({ stocks: [stock, other] }) as unknown as Config,
    run: { countId: 'c', stockId: stock.id, stockName: stock.name, startedAtMs: 0 } as never,
    stock,
    runsId: 'runs',
    newId: () => 'shown',
    nowMs: () => 0,
    signal: (kind) => heard.push(kind),
  })
  session.seeStock(stock.id)
  expect([session.state().shown, heard]).toEqual([null, ['done']])
  session.seeStock(other.id)
  expect(session.state().shown?.verdict).toMatchObject({
    word: 'wrongStock',
    place: 'Shelf 4',
    reason: 'COUNT_OTHER_STOCK',
  })
  expect(heard).toEqual(['done', 'wrong'])
})

it('reads the lines of a count once, and knows its scans from there on, also those before a restart', async () => {
  const { engine, scan, tally } = await boot()
  await scan(one.code)
  let reads = 0
  const again = standAt(engine, {
    lines: async () => {
      reads++
      return (await engine.lines(countListId(run.countId), 1000)).flatMap((view) => toCountLine(view) ?? [])
    },
  })
  expect(await again.scan(one.code)).toMatchObject({ word: 'alreadyCounted' })
  expect(await again.scan(two.code)).toMatchObject({ word: 'present' })
  expect(await again.scan(two.code)).toMatchObject({ word: 'alreadyCounted' })
  expect(reads).toBe(1)
  expect((await tally()).present).toEqual([one.id, two.id])
})

it('shows what was scanned last, also where that keeps no line: an unknown code before it is gone (F12)', async () => {
  const { scan, session, lines } = await boot()
  const latest = () => session.state().latest?.verdict.word
  await scan(one.code, '29999993')
  expect(latest()).toBe('unknown')
  await scan(one.code)
  expect([latest(), (await lines()).length]).toEqual(['alreadyCounted', 2])
})

it('counts a product again whose line could not be kept', async () => {
  const { engine } = await boot()
  let isFull = true
  const { scan, tally } = standAt(engine, {
    note: async (line, lineId, code) => {
      if (isFull) throw new Error('full')
      await engine.addRefusedLine(line, code, lineId)
    },
  })
  expect(await scan(one.code)).toMatchObject({ word: 'notSaved' })
  isFull = false
  expect(await scan(one.code)).toMatchObject({ word: 'present' })
  expect((await tally()).present).toEqual([one.id])
})

describe('the end of a count', () => {
  it('sends the numbers of what has been scanned and closes the run', async () => {
    const { session, scan, runs, engine } = await boot()
    await scan(one.code, two.code)
    expect(await session.end('Evening')).toBeNull()
    expect(await runs()).toMatchObject([{ endedAtMs: 2, numbers: ended }])
    expect(await engine.accounting()).toMatchObject({ pending: 1 })
  })

  it('counts the scan that is still being worked', async () => {
    const { session, scan, runs } = await boot()
    await scan(one.code)
    session.scan({ resolution: resolveCode(two.code, 'item'), alternative: null })
    expect(await session.end('')).toBeNull()
    expect(await runs()).toMatchObject([{ numbers: ended }])
  })

  it('waits for a stranger and for a question that came with the last scan', async () => {
    const at = { status: 'item_completed', warehouseId, stockId: elsewhere.id } as const
    const { session, scan, runs, engine } = await boot((put) => {
      put(itemRow(3, at))
      for (const number of [6, 7]) put(itemRow(number, { ...at, imei }))
    })
    await scan(one.code, two.code)
    session.scan({ resolution: resolveCode(imei, 'item'), alternative: null })
    expect(await session.end('')).toBe('COUNT_NOT_RESOLVED')
    expect(session.state().choosing).toMatchObject({ code: imei })
    session.choose(itemRow(6, at))
    await session.settled()
    await session.resolve([itemRow(6).id], 'put_back')
    session.scan({ resolution: resolveCode(itemRow(3).code, 'item'), alternative: null })
    expect(await session.end('')).toBe('COUNT_NOT_RESOLVED')
    expect(await runs()).toMatchObject([{ endedAtMs: null }])
    await session.resolve([itemRow(3).id], 'put_back')
    expect(await session.end('')).toBeNull()
    expect(await runs()).toMatchObject([{ numbers: { ...ended, unexpected: 2 } }])
    // Two resolutions and the end.
    expect(await engine.accounting()).toMatchObject({ pending: 3 })
  })

  it('is one with the end of the run, so that a kill leaves both or neither', async () => {
    const { engine, scan, reopen } = await boot()
    await scan(one.code, two.code)
    // The device falls as soon as the end is captured.
    const killed = standAt(engine, {
      dispatch: async (definition, args, options) => {
        await engine.dispatch(definition, args, options)
        throw new Error('killed')
      },
      note: () => Promise.reject(new Error('killed')),
    })
    await killed.session.end('')
    const again = await reopen()
    expect(await again.engine.accounting()).toMatchObject({ pending: 1 })
    expect(await again.runs()).toMatchObject([{ endedAtMs: 2, numbers: ended }])
  })

  it('leaves a run behind whose end the device has already, without numbers of a second one', async () => {
    const { engine, scan, reopen, tally } = await boot()
    await scan(one.code, two.code)
    await engine.dispatch(endStockCount, { countId: run.countId, stockId: counted.id, ...countEndOf(await tally()) })
    const again = await reopen()
    expect(await again.runs()).toMatchObject([{ endedAtMs: null }])
    expect(await again.session.end('')).toBeNull()
    expect(await again.runs()).toMatchObject([{ endedAtMs: 2, numbers: null }])
    expect(await again.engine.accounting()).toMatchObject({ pending: 1 })
  })

  it('leaves the run open where the device refuses it', async () => {
    const { engine, scan, reopen } = await boot()
    await scan(one.code, two.code)
    await engine.signIn({ ...operator(1), warehouseIds: [] })
    const again = standAt(engine)
    expect(await again.session.end('')).toBe('SYNC_OUT_OF_SCOPE')
    expect(await (await reopen()).runs()).toMatchObject([{ endedAtMs: null, numbers: null }])
  })

  it('comes once, and takes no scan after it', async () => {
    const { session, runs, lines, scan } = await boot()
    await scan(one.code, two.code)
    expect(await Promise.all([session.end(''), session.end('')])).toEqual([null, null])
    expect(await runs()).toMatchObject([{ numbers: ended }])
    expect(await scan('29999993')).toMatchObject({ word: 'noStock' })
    expect(await lines()).toHaveLength(2)
  })
})

describe('a count that is abandoned', () => {
  it('closes its run without an operation, whatever is open, and takes no scan after it', async () => {
    const { session, scan, runs, lines, engine, reopen } = await boot()
    await scan(one.code)
    expect(await session.abandon()).toBeNull()
    expect(await runs()).toMatchObject([{ endedAtMs: 2, numbers: null, isAbandoned: true }])
    expect(await scan(two.code)).toMatchObject({ word: 'noStock' })
    expect(await lines()).toHaveLength(1)
    expect(await session.end('')).toBeNull()
    expect(await engine.accounting()).toMatchObject({ pending: 0 })
    expect(await (await reopen()).runs()).toMatchObject([{ endedAtMs: 2, isAbandoned: true }])
  })

  it('keeps what has been resolved in it', async () => {
    const { session, resolutions } = await boot()
    await session.resolve([one.id], 'not_found')
    await session.abandon()
    expect(await resolutions()).toMatchObject([{ itemId: one.id, resolution: 'not_found' }])
  })

  it('is not abandoned once its end is on its way', async () => {
    const { session, scan, runs } = await boot()
    await scan(one.code, two.code)
    expect(await Promise.all([session.end(''), session.abandon()])).toEqual([null, null])
    expect(await runs()).toMatchObject([{ numbers: ended, isAbandoned: false }])
  })

  it('goes on where the device cannot keep that', async () => {
    const { engine, scan } = await boot()
    const full = standAt(engine, { note: () => Promise.reject(new Error('full')) })
    expect(await full.session.abandon()).toBe('DEVICE_STORAGE_REFUSED')
    await scan(one.code)
    expect(await full.runs()).toMatchObject([{ endedAtMs: null, isAbandoned: false }])
    expect((await full.tally()).present).toEqual([one.id])
  })
})

describe('a code that several products of a count share', () => {
  const otherImei = '490154203237518'
  const twins = () =>
    boot((put) => {
      const at = { status: 'item_awaiting_compliancy_tests', warehouseId, stockId: counted.id } as const
      for (const number of [6, 7]) put(itemRow(number, { ...at, imei }))
      for (const number of [8, 9]) put(itemRow(number, { ...at, imei: otherImei }))
    })

  it('keeps a line before it asks, which the answer takes over', async () => {
    const { scan, session, lines, tally } = await twins()
    await scan(imei)
    expect(await lines()).toMatchObject([{ code: imei, isUndecided: true, details: { verdict: { word: 'choose' } } }])
    session.choose(itemRow(6, { stockId: counted.id, warehouseId, status: 'item_awaiting_compliancy_tests' }))
    await session.settled()
    expect(await lines()).toMatchObject([{ code: imei, isUndecided: false, details: { kind: 'present' } }])
    expect((await tally()).present).toEqual([itemRow(6).id])
  })

  it('loses no scan to the question about another one', async () => {
    const { scan, session, lines, tally } = await twins()
    await scan(imei, otherImei)
    expect(session.state().choosing).toMatchObject({ code: otherImei })
    session.answer({ resolution: resolveCode(itemRow(9).code, 'item'), alternative: null })
    await session.settled()
    const [left, ...others] = (await lines()).filter(({ isUndecided }) => isUndecided)
    expect([left?.code, others]).toEqual([imei, []])
    session.reopen(left!)
    await session.settled()
    session.answer({ resolution: resolveCode(itemRow(7).code, 'item'), alternative: null })
    await session.settled()
    expect((await tally()).present.toSorted()).toEqual([itemRow(7).id, itemRow(9).id])
  })

  it('stays to be chosen after a restart, and holds the end up until then', async () => {
    const { scan, session, reopen } = await twins()
    await scan(imei, one.code, two.code)
    session.chooseLater()
    const again = await reopen()
    const rest = [6, 8, 9].map((number) => itemRow(number).id)
    await again.session.resolve([...rest, itemRow(7).id], 'not_found')
    expect(await again.session.end('')).toBe('COUNT_NOT_RESOLVED')
    const { undecided, open } = await again.tally()
    expect([undecided.map(({ code }) => code), open]).toEqual([[imei], 1])
    again.session.reopen(undecided[0]!)
    await again.session.settled()
    again.session.answer({ resolution: resolveCode(itemRow(7).code, 'item'), alternative: null })
    // A second tap comes before the list shows the answer.
    again.session.reopen(undecided[0]!)
    await again.session.settled()
    expect(again.session.state().choosing).toBeNull()
    expect(await again.session.end('')).toBeNull()
    expect(await again.runs()).toMatchObject([{ numbers: { expected: 6, present: 3, missing: 3 } }])
  })

  it('is settled by a product that was counted by another code in the meantime', async () => {
    const { scan, session, lines, tally } = await twins()
    await scan(imei)
    session.chooseLater()
    await scan(itemRow(6).code)
    session.reopen((await lines())[0]!)
    await session.settled()
    session.choose(session.state().choosing!.items.find(({ id }) => id === itemRow(6).id)!)
    await session.settled()
    expect(session.state().shown?.verdict.word).toBe('alreadyCounted')
    expect(await tally()).toMatchObject({ undecided: [], present: [itemRow(6).id] })
  })
})
