import { afterEach, describe, expect, it } from 'vitest'
import { itemRow } from '#tests/support/rows.ts'
import { code, leaveStands, standOnCopy, standOnDisk } from '#tests/support/check-in-stand.ts'

afterEach(leaveStands)

describe('a scan that a full storage refuses', () => {
  it('is told as not saved, and leaves no line that waits', async () => {
    const { at, fill } = await standOnDisk()
    at.scan(code(1))
    await at.session.settled()
    fill(true)
    at.scan(code(2))
    await at.session.settled()
    const { waiting, lost, shown } = at.session.state()
    expect(shown).toMatchObject({ code: code(2), verdict: { word: 'notSaved', stays: true } })
    expect(at.heard).toEqual(['accepted', 'refused'])
    expect(lost.map((scan) => scan.code)).toEqual([code(2)])
    expect(waiting.map((scan) => scan.code)).not.toContain(code(2))
    expect((await at.lines()).map((line) => line.code)).toEqual([code(1)])
  })

  it('changes nothing of what an undo means: the last that was accepted (F5)', async () => {
    const { at, fill } = await standOnDisk()
    at.scan(code(1))
    await at.session.settled()
    fill(true)
    at.scan(code(2))
    await at.session.settled()
    fill(false)
    at.session.undoLast()
    expect((await at.lines()).map(({ code: of, state }) => [of, state])).toEqual([[code(1), 'undone']])
    expect(at.session.state().shown).toMatchObject({ code: code(1), verdict: { word: 'undone' } })
  })

  it('is taken once there is room again, and may be undone', async () => {
    const { at, fill } = await standOnDisk()
    fill(true)
    at.scan(code(1))
    await at.session.settled()
    fill(false)
    at.scan(code(1))
    expect(await at.lines()).toMatchObject([{ code: code(1), state: 'saved', verdict: { word: 'to_test' } }])
    at.session.undoLast()
    expect(await at.lines()).toMatchObject([{ code: code(1), state: 'undone' }])
  })
})

describe('another stock for a product that came back, which the storage refuses', () => {
  const back = { tested: true, leftStatus: 'item_completed', buybackStatus: 'bb_completed' } as const

  it.each([0, 1])('leaves line and product saying the same, with room for %s writes', async (room) => {
    const { at, leave, fill } = await standOnDisk(back)
    at.scan(code(1))
    const [line] = await at.lines()
    const stock = at.engine.config()!.stocks.find(({ native }) => native === 'refurbishment_completed')!
    await leave(room)
    await at.session.changeStock(line!, stock)
    fill(false)
    const [item] = (await at.engine.view([itemRow(1).id])).map((view) => view.item)
    expect(await at.lines()).toMatchObject([{ state: 'saved', undoable: true }])
    expect(item).toMatchObject({ status: 'item_completed' })
    expect(item!.stockId === stock.id).toBe(room > 0)
    expect(at.session.state().shown?.verdict.word).toBe(room > 0 ? 'back_in_stock' : 'notSaved')
  })
})

describe('a scan while the copy fails', () => {
  it('is kept for the server like a code that nothing on the device knows', async () => {
    let fails = false
    const failure = new DOMException('the copy worker failed', 'UnknownError')
    const at = await standOnCopy((copy) => ({
      ...copy,
      read: (...asked) => (fails ? Promise.reject(failure) : copy.read(...asked)),
    }))
    fails = true
    at.scan(code(1))
    expect(await at.lines()).toMatchObject([{ code: code(1), state: 'saved', verdict: { word: 'unknown' } }])
    at.device.offline = false
    fails = false
    await at.engine.sync()
    expect(await at.lines()).toMatchObject([{ code: code(1), state: 'confirmed', verdict: { word: 'to_test' } }])
  })
})
