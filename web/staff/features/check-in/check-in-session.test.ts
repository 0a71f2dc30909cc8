import { afterEach, describe, expect, it } from 'vitest'
import { resolveCode } from '#domain/item/resolve-code.ts'
import { uuidv7 } from '#domain/kernel/uuid.ts'
import { checkInItem } from '#sync/operations/check-in/check-in-item.ts'
import { moveItem } from '#sync/operations/stock/move-item.ts'
import { ada, code, leaveStands, stand, standLate, standOn } from '#tests/support/check-in-stand.ts'
import { createDevice, createServer, operator, signIn } from '#tests/support/device-fixture.ts'
import { config, itemRow, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { checkInEngine } from './check-in-engine.ts'
import { distinctCodes, isUndecided } from './check-in-line.ts'
import { createCheckInSession } from './check-in-session.ts'

afterEach(leaveStands)

describe('continuous check-in', () => {
  it('makes ten lines of ten scans that come at once, in their order, without a network', async () => {
    const at = await stand()
    for (let n = 1; n <= 10; n++) at.scan(code(n))
    expect(at.session.state().waiting).toHaveLength(10)
    const lines = await at.lines()
    expect(lines.map((line) => line.code)).toEqual(Array.from({ length: 10 }, (_, n) => code(10 - n)))
    expect(lines.every(({ state, verdict }) => state === 'saved' && verdict?.word === 'to_test')).toBe(true)
    expect(at.heard).toEqual(Array.from({ length: 10 }, () => 'accepted'))
  })

  it('says already done the second time, by whichever code', async () => {
    const at = await stand()
    at.scan(code(1))
    at.scan(itemRow(1).buybackCode)
    const lines = await at.lines()
    expect(lines[0]).toMatchObject({ state: 'local', verdict: { word: 'already', tone: 'done' } })
    expect(distinctCodes(lines)).toBe(1)
  })

  it('names the warehouse that a product is forwarded to', async () => {
    const at = await stand(1, { destinationWarehouseId: otherWarehouseId })
    at.scan(code(1))
    expect((await at.lines())[0]!.verdict).toMatchObject({
      word: 'to_forward',
      next: { kind: 'forward', warehouse: 'Lille' },
    })
    expect(at.heard).toEqual(['elsewhere'])
  })

  it('stops at a product in the stock of another warehouse, without a network, and its line keeps the place', async () => {
    const at = await stand(1, {
      status: 'item_completed',
      buybackStatus: 'bb_completed',
      tested: true,
      warehouseId: otherWarehouseId,
      stockId: config.stocks.find(({ warehouseId: at }) => at === otherWarehouseId)!.id,
    })
    at.scan(code(1))
    expect((await at.lines())[0]).toMatchObject({
      state: 'local',
      reason: 'ITEM_IN_OTHER_WAREHOUSE',
      verdict: { tone: 'elsewhere', stays: true, next: { kind: 'elsewhere', warehouse: 'Lille' } },
    })
    expect(at.session.state().shown?.verdict).toMatchObject({ word: 'elsewhere', next: { warehouse: 'Lille' } })
    expect(at.heard).toEqual(['elsewhere'])
    expect((await at.engine.accounting()).pending).toBe(0)
  })

  it('keeps an unknown code for the server', async () => {
    const at = await stand()
    at.scan('29999993')
    expect((await at.lines())[0]).toMatchObject({ state: 'saved', label: null, verdict: { word: 'unknown' } })
  })

  it('keeps a line of what is no code, and captures nothing', async () => {
    const at = await stand()
    at.session.scan({ resolution: resolveCode('ABC', 'check_in'), alternative: null })
    expect((await at.lines())[0]).toMatchObject({ state: 'local', reason: 'CODE_LENGTH', opId: null })
    expect((await at.engine.accounting()).pending).toBe(0)
  })

  it('goes on with the same round after a restart', async () => {
    const at = await stand()
    at.scan(code(1))
    await at.session.settled()
    const again = await at.restart()
    expect(again.session.state().roundId).toBe(at.session.state().roundId)
    expect(await again.lines()).toHaveLength(1)
  })

  it('keeps what is scanned before the device knows who is signed in', async () => {
    const at = await stand()
    const engine = await at.device.openTab()
    await engine.signOut()
    const other = await standLate(at.device, engine)
    other.scan(code(3))
    expect(other.session.state().waiting).toHaveLength(1)
    await engine.signIn(ada)
    expect((await other.lines()).map((line) => line.code)).toEqual([code(3)])
  })

  it('says so when the storage keeps nothing', async () => {
    const at = await stand()
    const session = createCheckInSession({
      engine: { ...checkInEngine(at.engine, ada), dispatch: () => Promise.reject(new Error('quota')) },
      facts: () => ({ warehouseId, userType: 'warehouse_operator', config: at.engine.config() }),
      newId: () => uuid(9, Math.floor(Math.random() * 1e9)),
      nowMs: () => 1,
      signal: (kind) => at.heard.push(kind),
    })
    session.scan({ resolution: resolveCode(code(1), 'check_in'), alternative: null })
    await session.settled()
    expect(session.state().lost.map((scan) => scan.code)).toEqual([code(1)])
    expect(session.state().shown?.verdict.word).toBe('notSaved')
    expect(at.heard).toEqual(['refused'])
  })
})

const shared = '55555550'
const twins = () => stand(2, { imei: null })
const sharing = async () => {
  const at = await twins()
  const items = [itemRow(1, { code: shared }), itemRow(2, { code: shared })]
  const engine = checkInEngine(at.engine, ada)
  const session = createCheckInSession({
    engine: {
      ...engine,
      find: (ids, codes) => (codes.includes(shared) ? Promise.resolve(items) : engine.find(ids, codes)),
    },
    facts: () => ({ warehouseId, userType: 'warehouse_operator', config: at.engine.config() }),
    newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
    nowMs: () => 1,
    signal: () => undefined,
  })
  return { at, session }
}

describe('a code that several products share', () => {
  it('asks, keeps the line, and checks in the chosen one', async () => {
    const at = await twins()
    const items = [itemRow(1, { code: shared }), itemRow(2, { code: shared })]
    const engine = { ...checkInEngine(at.engine, ada), find: async () => items }
    const session = createCheckInSession({
      engine,
      facts: () => ({ warehouseId, userType: 'warehouse_operator', config: at.engine.config() }),
      newId: () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
      nowMs: () => 1,
      signal: (kind) => at.heard.push(kind),
    })
    session.scan({ resolution: resolveCode(shared, 'check_in'), alternative: null })
    await session.settled()
    expect(session.state().choosing?.items).toHaveLength(2)
    expect((await at.lines())[0]).toMatchObject({ reason: 'ITEM_CODE_AMBIGUOUS', state: 'local' })
    expect(session.answer({ resolution: resolveCode(itemRow(2).buybackCode, 'check_in'), alternative: null })).toBe(
      true,
    )
    await expect.poll(async () => (await at.lines()).map(({ itemId }) => itemId)).toEqual([itemRow(2).id])
    expect(at.heard).toEqual(['attention', 'accepted'])
  })

  it('lets another scan pass, and stays to be decided', async () => {
    const { at, session } = await sharing()
    session.scan({ resolution: resolveCode(shared, 'check_in'), alternative: null })
    await session.settled()
    expect(session.answer({ resolution: resolveCode('29999993', 'check_in'), alternative: null })).toBe(false)
    session.scan({ resolution: resolveCode('29999993', 'check_in'), alternative: null })
    await session.settled()
    expect(session.state().choosing).toBeNull()
    expect((await at.lines()).map(({ reason, code: of }) => [of, reason])).toEqual([
      ['29999993', null],
      [shared, 'ITEM_CODE_AMBIGUOUS'],
    ])
  })
})

describe('the end of a round with a code that several products share', () => {
  const end = { typedCount: 1, distinctCount: 1, comment: 'one of two' }

  it('waits until the product is chosen, and counts it only then', async () => {
    const { at, session } = await sharing()
    session.scan({ resolution: resolveCode(shared, 'check_in'), alternative: null })
    await session.settled()
    session.chooseLater()
    const { roundId } = session.state()
    expect(distinctCodes(await at.lines())).toBe(0)
    expect((await at.lines()).filter(isUndecided)).toMatchObject([{ code: shared }])
    expect(await session.endRound(end)).toBe('ITEM_CODE_AMBIGUOUS')
    expect(session.state()).toMatchObject({ roundId, ended: null })
    await session.reopen((await at.lines())[0]!)
    expect(session.answer({ resolution: resolveCode(itemRow(2).buybackCode, 'check_in'), alternative: null })).toBe(
      true,
    )
    await session.settled()
    expect(distinctCodes(await at.lines())).toBe(1)
    expect(await session.endRound(end)).toBeNull()
  })

  it('goes on without it where its operator takes the scan back', async () => {
    const { at, session } = await sharing()
    session.scan({ resolution: resolveCode(shared, 'check_in'), alternative: null })
    session.undoLast()
    await session.settled()
    expect(session.state()).toMatchObject({ choosing: null, shown: { code: shared, verdict: { word: 'undone' } } })
    expect((await at.lines())[0]).toMatchObject({ state: 'undone', undoable: false, reason: null })
    expect(await session.endRound({ typedCount: 0, distinctCount: 0, comment: '' })).toBeNull()
    expect((await at.engine.accounting()).pending).toBe(1)
  })
})

describe('a product whose work another user has not sent', () => {
  it('stops with their name instead of passing for received, and keeps it on the line', async () => {
    const at = await stand()
    await at.engine.signIn(operator(2, 'Samuel'))
    const { id: itemId, code: itemCode } = itemRow(1)
    await at.engine.dispatch(checkInItem, { code: itemCode, itemId, warehouseId })
    await at.engine.signIn(ada)
    // The copy went with Samuel, and comes again.
    at.device.offline = false
    await at.engine.sync()
    at.device.offline = true
    at.scan(itemCode)
    const verdict = { word: 'sealed', tone: 'warning', stays: true, next: { kind: 'sealed', name: 'Samuel' } }
    expect((await at.lines())[0]).toMatchObject({ state: 'local', reason: 'ITEM_IN_SEALED_WORK', verdict })
    expect(at.session.state().shown).toMatchObject({ verdict })
  })

  it('is checked in after them where it may be, and says whom it waits for', async () => {
    const at = await stand()
    await at.engine.signIn(operator(2, 'Samuel'))
    await at.engine.dispatch(checkInItem, { code: '99999999', warehouseId })
    await at.engine.signIn(ada)
    at.scan('99999999')
    const verdict = { word: 'unknown', tone: 'warning', stays: true, sealedBy: 'Samuel' }
    expect((await at.lines())[0]).toMatchObject({ state: 'saved', verdict })
    expect(at.session.state().shown).toMatchObject({ verdict })
  })
})

describe('undo', () => {
  it('puts the product back offline, on its own line', async () => {
    const at = await stand()
    at.scan(code(1))
    const [line] = await at.lines()
    expect(await at.session.undo(line!)).toBeNull()
    const lines = await at.lines()
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ state: 'undone', code: code(1), undoable: false })
    expect((await at.engine.view([itemRow(1).id]))[0]!.item.status).toBe('item_in_transit')
    expect(distinctCodes(lines)).toBe(0)
  })

  it('of the last scan waits until that scan is stored, and never takes the one before', async () => {
    const at = await stand()
    at.scan(code(1))
    at.scan(code(2))
    at.session.undoLast()
    at.scan(code(3))
    expect((await at.lines()).map((line) => [line.code, line.state])).toEqual([
      [code(3), 'saved'],
      [code(2), 'undone'],
      [code(1), 'saved'],
    ])
    at.scan(code(1))
    at.session.undoLast()
    // A refused scan changes nothing of what an undo means (F5).
    expect((await at.lines()).map(({ state }) => state)).toEqual(['local', 'undone', 'undone', 'saved'])
    expect(at.session.state().shown).toMatchObject({ code: code(3), verdict: { word: 'undone' } })
  })

  it('without a scan to undo says so', async () => {
    const at = await stand()
    at.session.undoLast()
    await at.lines()
    expect(at.session.state().shown).toMatchObject({ code: '', verdict: { next: { code: 'UNDO_NOT_POSSIBLE' } } })
  })

  it('lets the product be scanned again', async () => {
    const at = await stand()
    at.scan(code(1))
    await at.session.undo((await at.lines())[0]!)
    at.scan(code(1))
    const lines = await at.lines()
    expect(lines.map(({ state }) => state)).toEqual(['saved', 'undone'])
  })
})

describe('a tested product that comes back', () => {
  it('goes to another stock when one is chosen afterwards', async () => {
    const at = await stand(1, { tested: true, leftStatus: 'item_completed', buybackStatus: 'bb_completed' })
    at.scan(code(1))
    const stock = at.engine.config()!.stocks.find(({ native }) => native === 'refurbishment_completed')!
    await at.session.changeStock((await at.lines())[0]!, stock)
    expect((await at.engine.view([itemRow(1).id]))[0]!.item).toMatchObject({
      stockId: stock.id,
      status: 'item_completed',
    })
    expect(await at.lines()).toHaveLength(1)
  })

  it('stays where it is when it may not go to the chosen one, and its line says so', async () => {
    const at = await stand(1, { tested: true, leftStatus: 'item_completed', buybackStatus: 'bb_completed' })
    at.scan(code(1))
    const before = await at.lines()
    const { stockId } = (await at.engine.view([itemRow(1).id]))[0]!.item
    const stock = at.engine.config()!.stocks.find(({ native }) => native === 'in_quarantine')!
    await at.session.changeStock(before[0]!, stock)
    expect(await at.lines()).toEqual(before)
    expect((await at.engine.view([itemRow(1).id]))[0]!.item).toMatchObject({ stockId, status: 'item_completed' })
    expect(at.session.state().shown?.verdict.next).toEqual({ kind: 'reason', code: 'STOCK_NOT_ALLOWED' })
    expect((await at.engine.accounting()).pending).toBe(1)
  })

  it('is changed between the scans, so that the next one of it finds it there', async () => {
    const at = await stand(1, { tested: true, leftStatus: 'item_completed', buybackStatus: 'bb_completed' })
    at.scan(code(1))
    const [line] = await at.lines()
    const stock = at.engine.config()!.stocks.find(({ native }) => native === 'refurbishment_completed')!
    const changed = at.session.changeStock(line!, stock)
    at.scan(code(1))
    await changed
    expect((await at.lines()).map(({ state, verdict }) => [state, verdict?.word])).toEqual([
      ['local', 'already'],
      ['saved', 'back_in_stock'],
    ])
    expect((await at.engine.view([itemRow(1).id]))[0]!.item.stockId).toBe(stock.id)
  })
})

describe('a product that another user has worked on since', () => {
  const back = { tested: true, leftStatus: 'item_completed', buybackStatus: 'bb_completed' } as const

  /** Checked in by one operator, and moved by another one of whom the first has not heard. */
  async function moved() {
    const server = createServer(1, back)
    const [device, other] = [createDevice(server), createDevice(server)]
    const engine = await device.openTab()
    await signIn(engine, server, ada)
    const at = await standOn(device, engine)
    at.scan(code(1))
    await at.session.settled()
    await engine.sync()
    const [line] = await at.lines()
    const { stocks } = engine.config()!
    const stock = stocks.find(({ native }) => native === 'refurbishment_completed')!
    device.offline = true
    const theirs = await other.openTab()
    await signIn(theirs, server, operator(2, 'Samuel'))
    await theirs.dispatch(moveItem, { itemId: itemRow(1).id, stockId: stock.id })
    await theirs.sync()
    await other.close()
    return { at, device, engine, line: line!, stock, leave: () => device.close() }
  }

  it.each(['undo', 'other stock'])('stays checked in once its refused %s is discarded', async (way) => {
    const { at, device, engine, line, stock, leave } = await moved()
    if (way === 'undo') expect(await at.session.undo(line)).toBeNull()
    else await at.session.changeStock(line, stock)
    device.offline = false
    await engine.sync()
    expect((await at.lines())[0]).toMatchObject({ state: 'refused' })
    const groups = await engine.tray()
    expect(groups).toMatchObject([{ cause: { code: 'UNDO_NOT_LATEST' } }])
    await engine.discard(
      [...groups[0]!.blocked, groups[0]!.cause].map(({ opId }) => opId),
      'moved already',
    )
    expect(await at.lines()).toEqual([line])
    expect(distinctCodes(await at.lines())).toBe(1)
    expect(await at.session.endRound({ typedCount: 1, distinctCount: 1, comment: '' })).toBeNull()
    await engine.sync()
    expect(await engine.tray()).toEqual([])
    await leave()
  })

  it('keeps its line as it is where the device itself refuses the undo', async () => {
    const { at, device, engine, line, leave } = await moved()
    device.offline = false
    await engine.sync()
    expect(await at.session.undo(line)).toBe('UNDO_NOT_LATEST')
    expect(await at.lines()).toEqual([line])
    expect(at.session.state().shown?.verdict.next).toEqual({ kind: 'reason', code: 'UNDO_NOT_LATEST' })
    await leave()
  })
})
