import { afterEach, describe, expect, it } from 'vitest'
import { resolveCode } from '#domain/item/resolve-code.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { StockRow } from '#sync/wire/pull.ts'
import { createDevice, createServer, operator, signIn, type Device } from '#tests/support/device-fixture.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { scanResultStyles } from '#web/scan/scan-result-style.ts'
import { toMoveLine, undoableLines, type MoveLine } from './move-line.ts'
import { createMoveSession } from './move-session.ts'

const devices: Device[] = []
afterEach(async () => {
  for (const device of devices.splice(0)) await device.close()
})

const stockOf = (native: string, at = warehouseId): StockRow =>
  config.stocks.find((stock) => stock.warehouseId === at && stock.native === native)!
const [awaiting, validated, quarantine] = (
  ['awaiting_control', 'refurbishment_completed', 'in_quarantine'] as const
).map((native) => stockOf(native)) as [StockRow, StockRow, StockRow]
const listId = 'moves'
let drawn = 0

async function boot(change: (put: (item: ItemRow) => void) => void = () => undefined) {
  const server = createServer(2, {
    status: 'item_awaiting_compliancy_tests',
    warehouseId,
    stockId: awaiting.id,
  })
  change((item) => server.put(item))
  const device = createDevice(server)
  devices.push(device)
  const engine = await device.openTab()
  await signIn(engine, server, operator(1))
  device.offline = true
  return { ...standAt(engine), reopen: async () => standAt(await device.openTab()) }
}

function standAt(engine: Engine) {
  const { userId } = operator(1)
  const signals: string[] = []
  const lines = async () => (await engine.lines(listId, 50)).flatMap((view) => toMoveLine(view, userId, true) ?? [])
  const session = createMoveSession({
    engine: {
      find: async (ids, codes) => (await engine.view(ids, codes)).map(({ item }) => item),
      dispatch: engine.dispatch,
      note: async (line, lineId, code) => void (await engine.addRefusedLine(line, code, lineId)),
      undoable: async () => undoableLines(engine, await lines()),
      line: async (id) => (await lines()).find(({ lineId }) => lineId === id) ?? null,
    },
    config: engine.config,
    listId,
    newId: () => uuid(9, ++drawn),
    signal: (kind) => signals.push(kind),
  })
  const scan = async (code: string, stock: StockRow) => {
    session.scan({ resolution: resolveCode(code, 'item'), alternative: null }, stock)
    await session.settled()
    return session.state().shown?.verdict
  }
  const stockIdOf = async (id: string) => (await engine.view([id]))[0]?.item.stockId
  return { engine, session, scan, signals, lines, stockIdOf }
}

const one = itemRow(1)

describe('moving by scans', () => {
  it('moves a product into the stock that was chosen, and keeps a line of it', async () => {
    const { scan, lines, stockIdOf, signals } = await boot()
    expect(await scan(one.code, validated)).toMatchObject({ tone: 'accepted', word: 'moved', place: validated.name })
    expect(await stockIdOf(one.id)).toBe(validated.id)
    expect(await lines()).toMatchObject([
      { code: one.code, details: { fromStock: awaiting.name, stockId: validated.id } },
    ])
    expect(signals).toEqual(['accepted'])
  })

  it('works scans in their turn, each into the stock that was chosen when it came', async () => {
    const { session, stockIdOf } = await boot()
    session.scan({ resolution: resolveCode(one.code, 'item'), alternative: null }, validated)
    session.scan({ resolution: resolveCode(itemRow(2).code, 'item'), alternative: null }, awaiting)
    session.scan({ resolution: resolveCode(itemRow(2).code, 'item'), alternative: null }, validated)
    await session.settled()
    expect([await stockIdOf(one.id), await stockIdOf(itemRow(2).id)]).toEqual([validated.id, validated.id])
  })

  it('says each wrong place in its own way, and moves nothing', async () => {
    const { scan, stockIdOf, lines } = await boot((put) => {
      put(itemRow(3, { status: 'item_in_quarantine', warehouseId, stockId: quarantine.id }))
      put(
        itemRow(4, {
          status: 'item_awaiting_compliancy_tests',
          warehouseId: otherWarehouseId,
          stockId: stockOf('awaiting_control', otherWarehouseId).id,
        }),
      )
      put(itemRow(5))
    })
    const words = []
    for (const [code, stock] of [
      [one.code, awaiting],
      [one.code, quarantine],
      [itemRow(3).code, validated],
      [itemRow(4).code, validated],
      [itemRow(5).code, validated],
      ['99999999', validated],
      ['123', validated],
    ] as const)
      words.push((await scan(code, stock))?.word)
    expect(words).toEqual([
      'alreadyThere',
      'wrongStock',
      'inQuarantine',
      'otherWarehouse',
      'notInStock',
      'unknown',
      'malformed',
    ])
    expect(await stockIdOf(one.id)).toBe(awaiting.id)
    expect(await stockIdOf(itemRow(3).id)).toBe(quarantine.id)
    expect((await lines()).map(({ state }) => state)).toEqual(words.map(() => 'local'))
  })

  it('says of a product in another warehouse that it is the product that is there', async () => {
    const { scan } = await boot((put) => {
      put(
        itemRow(4, {
          status: 'item_completed',
          warehouseId: otherWarehouseId,
          stockId: stockOf('to_refurbish', otherWarehouseId).id,
        }),
      )
    })
    const name = config.warehouses.find(({ id }) => id === otherWarehouseId)!.name
    expect(await scan(itemRow(4).code, validated)).toMatchObject({ place: name, reason: 'ITEM_IN_OTHER_WAREHOUSE' })
  })

  it('stops at the barcode of another warehouse’s stock, with the name of that warehouse', async () => {
    const { session, signals, lines } = await boot()
    session.refuseStock(stockOf('awaiting_control', otherWarehouseId).id)
    const place = config.warehouses.find(({ id }) => id === otherWarehouseId)!.name
    expect(session.state().shown?.verdict).toMatchObject({
      ...scanResultStyles.elsewhere,
      word: 'otherWarehouse',
      place,
    })
    expect(signals).toEqual([scanResultStyles.elsewhere.signal])
    expect(await lines()).toEqual([])
  })

  it('asks which product a code means, and takes a scan of another code as the answer', async () => {
    const imei = '356938035643809'
    const { scan, session, stockIdOf } = await boot((put) => {
      for (const number of [6, 7])
        put(itemRow(number, { status: 'item_awaiting_compliancy_tests', warehouseId, stockId: awaiting.id, imei }))
    })
    expect(await scan(imei, validated)).toBeUndefined()
    expect(session.state().choosing?.items).toHaveLength(2)
    expect(session.answer({ resolution: resolveCode('99999999', 'item'), alternative: null })).toBe(false)
    expect(session.answer({ resolution: resolveCode(itemRow(7).code, 'item'), alternative: null })).toBe(true)
    await session.settled()
    expect([await stockIdOf(itemRow(6).id), await stockIdOf(itemRow(7).id)]).toEqual([awaiting.id, validated.id])
  })

  it('undoes the last move once, and then has nothing more to undo', async () => {
    const { scan, session, stockIdOf, lines, signals } = await boot()
    await scan(one.code, validated)
    session.undoLast()
    await session.settled()
    expect(await stockIdOf(one.id)).toBe(awaiting.id)
    expect(session.state().shown?.verdict).toMatchObject({ word: 'undone', place: awaiting.name })
    expect(await lines()).toMatchObject([{ state: 'undone' }])
    session.undoLast()
    await session.settled()
    expect(signals.at(-1)).toBe('refused')
    expect(session.state().shown).toMatchObject({ code: '', verdict: { word: 'nothingToUndo' } })
    expect(await stockIdOf(one.id)).toBe(awaiting.id)
  })

  it('undoes the move that the screen named, and never another one where that has moved on since', async () => {
    const { scan, session, stockIdOf, lines, engine } = await boot()
    await scan(one.code, validated)
    await scan(itemRow(2).code, validated)
    const [newest] = await lines()
    const named = { lineId: newest!.lineId, latest: session.state().latest }
    expect(named.latest).toBe(named.lineId)
    // What came between look and press, as a colleague's move does.
    const moved = await engine.dispatch(moveItem, { itemId: itemRow(2).id, stockId: awaiting.id }, {})
    expect(moved.captured).toBe(true)
    session.undoLast(named)
    await session.settled()
    expect(session.state().shown?.verdict).toMatchObject({ tone: 'refused' })
    expect([await stockIdOf(one.id), await stockIdOf(itemRow(2).id)]).toEqual([validated.id, awaiting.id])
  })

  it('undoes a move that was accepted after the screen had named another one', async () => {
    const { scan, session, stockIdOf, lines } = await boot()
    await scan(one.code, validated)
    const named = { lineId: (await lines())[0]!.lineId, latest: session.state().latest }
    session.scan({ resolution: resolveCode(itemRow(2).code, 'item'), alternative: null }, validated)
    session.undoLast(named)
    await session.settled()
    expect([await stockIdOf(one.id), await stockIdOf(itemRow(2).id)]).toEqual([validated.id, awaiting.id])
  })

  it('undoes the last move that was accepted, whatever was refused since (F5)', async () => {
    const { scan, session, stockIdOf } = await boot()
    await scan(one.code, validated)
    await scan('2000', validated)
    session.undoLast()
    await session.settled()
    expect(session.state().shown).toMatchObject({ code: one.code, verdict: { word: 'undone' } })
    expect(await stockIdOf(one.id)).toBe(awaiting.id)
  })

  it('stops at a product while no stock is chosen', async () => {
    const { session, signals } = await boot()
    session.refuseUnplaced(resolveCode(one.code, 'item'))
    expect(session.state().shown).toMatchObject({ code: one.code, verdict: { word: 'noStock' } })
    expect(signals).toEqual(['refused'])
  })

  it('leaves a move that is no longer the product’s latest action', async () => {
    const { scan, session, stockIdOf, lines } = await boot()
    await scan(one.code, validated)
    const [first] = await lines()
    await scan(one.code, awaiting)
    session.undo(first!)
    await session.settled()
    expect(session.state().shown?.verdict).toMatchObject({ reason: 'UNDO_NOT_LATEST' })
    expect(await stockIdOf(one.id)).toBe(awaiting.id)
  })
})

describe('a code that several products share', () => {
  const [imei, otherImei] = ['356938035643809', '490154203237518']
  const twins = () =>
    boot((put) => {
      const at = { status: 'item_awaiting_compliancy_tests', warehouseId, stockId: awaiting.id } as const
      for (const number of [6, 7]) put(itemRow(number, { ...at, imei }))
      for (const number of [8, 9]) put(itemRow(number, { ...at, imei: otherImei }))
    })

  it('keeps a line before it asks, which the answer takes over', async () => {
    const { scan, session, lines, signals } = await twins()
    await scan(imei, validated)
    expect(await lines()).toMatchObject([
      { code: imei, state: 'local', isUndecided: true, details: { verdict: { word: 'choose' } } },
    ])
    session.choose(itemRow(7))
    await session.settled()
    expect(await lines()).toMatchObject([
      {
        code: imei,
        state: 'sent',
        isUndecided: false,
        details: { itemId: itemRow(7).id, verdict: { word: 'moved' } },
      },
    ])
    expect(signals).toEqual(['attention', 'accepted'])
  })

  it('loses no scan to the question about another one', async () => {
    const { session, lines, stockIdOf } = await twins()
    session.scan({ resolution: resolveCode(imei, 'item'), alternative: null }, validated)
    session.scan({ resolution: resolveCode(otherImei, 'item'), alternative: null }, validated)
    await session.settled()
    expect(session.state().choosing).toMatchObject({ code: otherImei })
    session.choose(itemRow(8))
    await session.settled()
    const undecided = (await lines()).filter(({ isUndecided }) => isUndecided)
    expect(undecided).toMatchObject([{ code: imei, details: { stockId: validated.id } }])
    session.reopen(undecided[0]!)
    await session.settled()
    session.choose(itemRow(6))
    await session.settled()
    expect([await stockIdOf(itemRow(6).id), await stockIdOf(itemRow(8).id)]).toEqual([validated.id, validated.id])
    expect((await lines()).map(({ code, isUndecided }) => [code, isUndecided])).toEqual([
      [otherImei, false],
      [imei, false],
    ])
  })

  it('stays to be chosen later, also after a restart, into the stock of its scan', async () => {
    const { scan, session, reopen } = await twins()
    await scan(imei, validated)
    session.chooseLater()
    const again = await reopen()
    const [line] = await again.lines()
    again.session.reopen(line!)
    await again.session.settled()
    expect(
      again.session
        .state()
        .choosing?.items.map(({ id }) => id)
        .toSorted(),
    ).toEqual([itemRow(6).id, itemRow(7).id])
    again.session.choose(itemRow(6))
    // A second tap comes before the list shows the answer.
    again.session.reopen(line!)
    await again.session.settled()
    expect(again.session.state().choosing).toBeNull()
    expect(await again.stockIdOf(itemRow(6).id)).toBe(validated.id)
    expect(await again.lines()).toHaveLength(1)
  })

  it('undoes what was chosen last, although its line is older', async () => {
    const { scan, session, lines, stockIdOf } = await twins()
    await scan(imei, validated)
    session.chooseLater()
    await scan(one.code, validated)
    session.reopen((await lines()).find(({ isUndecided }) => isUndecided)!)
    await session.settled()
    session.choose(itemRow(6))
    session.undoLast()
    await session.settled()
    expect([await stockIdOf(itemRow(6).id), await stockIdOf(one.id)]).toEqual([awaiting.id, validated.id])
  })

  it('undoes the last move where a scan still waits for its answer', async () => {
    const { scan, session, stockIdOf } = await twins()
    await scan(one.code, validated)
    await scan(imei, validated)
    session.chooseLater()
    session.undoLast()
    await session.settled()
    expect(session.state().shown).toMatchObject({ code: one.code, verdict: { word: 'undone' } })
    expect(await stockIdOf(one.id)).toBe(awaiting.id)
  })
})

it('an undo passes over a move whose product has moved on since', async () => {
  const line = (itemId: string, undoableOpId: string | null) =>
    ({ lineId: `${itemId}-line`, undoableOpId, details: { itemId } }) as unknown as MoveLine
  const items = [
    { id: 'a', last: { opId: 'a2' } },
    { id: 'b', last: { opId: 'b1' } },
  ]
  const engine = { view: async () => items.map((item) => ({ item })) } as unknown as Engine
  const found = await undoableLines(engine, [line('a', 'a1'), line('b', 'b1'), line('b', null), line('c', 'c1')])
  expect(found.map(({ lineId }) => lineId)).toEqual(['b-line', 'c-line'])
  const many = Array.from({ length: 60 }, (_, at) => line(`n${at}`, `n${at}1`))
  const withAnswered = await undoableLines(engine, many, 'n55-line')
  expect(withAnswered.map(({ lineId }) => lineId).slice(49)).toEqual(['n49-line', 'n55-line'])
})
