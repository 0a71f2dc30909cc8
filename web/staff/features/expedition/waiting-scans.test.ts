import { describe, expect, it } from 'vitest'
import { itemRow, otherWarehouseId } from '#tests/support/rows.ts'
import { boot, scanOf } from '#tests/support/packing-bench.ts'

const imei = '356938035643809'
const code = (number: number) => itemRow(number).code

describe('scans that wait for an answer', () => {
  it('are there again after the browser was killed, oldest first, and are packed from there', async () => {
    const { scan, waitingScans, start, open } = await boot()
    for (const number of [1, 2, 1, 7]) await scan(number)
    const again = start()
    expect(again.state()).toMatchObject({ asking: null, waiting: [] })
    const kept = await waitingScans()
    expect(kept.map((line) => line.code)).toEqual([1, 2, 7].map(code))
    expect(kept[0]?.label).toContain(itemRow(1).productLabel)
    for (const line of kept) again.reopen(line)
    await again.settled()
    expect(again.state()).toMatchObject({ asking: { code: code(1) }, waiting: [{}, {}] })
    again.sendTo(otherWarehouseId)
    await again.settled()
    expect((await open()).map(({ row }) => row.itemIds)).toEqual([[1, 2, 7].map((number) => itemRow(number).id)])
    expect(await waitingScans()).toEqual([])
  })

  it('keep the product of a question that was left, until it is scanned again or dropped', async () => {
    const { scan, session, waitingScans } = await boot()
    await scan(1)
    session.dismiss()
    await scan(2)
    session.dismiss()
    await session.settled()
    expect((await waitingScans()).map((line) => line.code)).toEqual([1, 2].map(code))
    session.drop((await waitingScans())[1]!)
    session.sendTo(otherWarehouseId)
    expect(await scan(1)).toMatchObject({ kind: 'packed' })
    expect(await waitingScans()).toEqual([])
  })

  it('keep a code that several products share, and ask again which one it is', async () => {
    const { session, waitingScans, start, results } = await boot()
    session.scan(scanOf(imei))
    await session.settled()
    const again = start()
    again.reopen((await waitingScans())[0]!)
    await again.settled()
    expect(again.state().choosing?.items).toHaveLength(2)
    again.choose(again.state().choosing!.items.find(({ id }) => id === itemRow(7).id)!)
    await again.settled()
    expect(results.at(-1)).toMatchObject({ code: imei, outcome: { kind: 'packed' } })
    expect(await waitingScans()).toEqual([])
  })

  it('are none where no question was open', async () => {
    const { scan, waitingScans } = await boot()
    await scan(7)
    await scan(8)
    expect(await waitingScans()).toEqual([])
  })
})
