import { describe, expect, it } from 'vitest'
import { resolveCode } from '#domain/item/resolve-code.ts'
import { itemRow } from '#tests/support/rows.ts'
import type { FeedbackKind } from './feedback-tones.ts'
import { createScanSession, findScanned, type ScanQuestion, type ScanState } from './scan-session.ts'

type State = ScanState<{ readonly signal: FeedbackKind }, ScanQuestion>

const read = (text: string) => resolveCode(text, 'item')
const [one, two] = [itemRow(1), itemRow(2)]
const find = async (codes: readonly string[]) => [one, two].filter(({ code }) => codes.includes(code))

describe('a scan names', () => {
  it('the product that carries its code', async () => {
    expect(await findScanned(find, { resolution: read(one.code), alternative: null })).toEqual({
      code: one.code,
      problem: null,
      items: [one],
    })
  })

  it('what its other reading names, under its code, where nothing carries the code of the first one', async () => {
    const scanned = await findScanned(find, { resolution: read('29999993'), alternative: read(two.code) })
    expect(scanned).toEqual({ code: two.code, problem: null, items: [two] })
  })

  it('nothing where its characters are no code, and says why', async () => {
    const scanned = await findScanned(find, { resolution: read('ABC'), alternative: null })
    expect(scanned).toEqual({ code: 'ABC', problem: 'CODE_LENGTH', items: [] })
  })

  it('what its other reading names, where its characters are no code', async () => {
    const scanned = await findScanned(find, { resolution: read('ABC'), alternative: read(two.code) })
    expect(scanned).toEqual({ code: two.code, problem: null, items: [two] })
  })

  it('nothing where neither reading is known, and says why', async () => {
    const scanned = await findScanned(find, { resolution: read('ABC'), alternative: read('29999993') })
    expect(scanned).toEqual({ code: 'ABC', problem: 'CODE_LENGTH', items: [] })
  })
})

describe('a session of scans', () => {
  function open() {
    const heard: FeedbackKind[] = []
    const chosen: string[] = []
    const session = createScanSession<{ readonly signal: FeedbackKind }, ScanQuestion, State>(
      { shown: null, choosing: null },
      {
        newId: () => 'id',
        signal: (kind) => heard.push(kind),
        onChosen: (_question, item) => void chosen.push(item.id),
      },
    )
    return { session, heard, chosen }
  }

  it('shows a result with its signal until it is acknowledged', () => {
    const { session, heard } = open()
    session.show(one.code, 'Phone', { signal: 'wrong' })
    expect(session.state().shown).toEqual({ id: 'id', code: one.code, label: 'Phone', verdict: { signal: 'wrong' } })
    session.acknowledge()
    expect([session.state().shown, heard]).toEqual([null, ['wrong']])
  })

  it('takes a scan of a code that one of the products has alone as the answer to its question', () => {
    const { session, chosen } = open()
    expect(session.answer({ resolution: read(one.code), alternative: null })).toBe(false)
    session.set({ choosing: { code: '356938035643809', items: [one, two] } })
    expect(session.answer({ resolution: read('356938035643809'), alternative: null })).toBe(false)
    expect(session.answer({ resolution: read(two.code), alternative: null })).toBe(true)
    expect([session.state().choosing, chosen]).toEqual([null, [two.id]])
  })

  it('takes the other reading of a scan as the answer too, where the first one names no product of the question', () => {
    const { session, chosen } = open()
    session.set({ choosing: { code: '356938035643809', items: [one, two] } })
    expect(session.answer({ resolution: read('29999993'), alternative: read('29999994') })).toBe(false)
    expect(session.answer({ resolution: read('29999993'), alternative: read(two.code) })).toBe(true)
    expect(chosen).toEqual([two.id])
  })

  it('tells of each change but one that the next brings along', () => {
    const { session } = open()
    let told = 0
    session.subscribe(() => (told += 1))
    session.setWithoutNotifying({ choosing: { code: '1', items: [] } })
    expect([told, session.state().choosing?.code]).toEqual([0, '1'])
    session.chooseLater()
    expect(told).toBe(1)
  })
})
