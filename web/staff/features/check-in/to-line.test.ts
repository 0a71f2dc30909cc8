import { describe, expect, it } from 'vitest'
import type { ItemRow } from '#sync/wire/item-row.ts'
import type { LineView } from '#web/local/outbox/lines.ts'
import { counted, distinctCodes, lastDone } from './check-in-line.ts'
import { detailsOf } from './line-details.ts'
import { itemIdsToRead, toLine, type LineFacts } from './to-line.ts'
import { refusedVerdict, undoneVerdict, unknownVerdict } from './verdict.ts'

const facts: LineFacts = {
  userId: 'ada',
  online: true,
  config: null,
  items: new Map([['i9', { id: 'i9', brand: 'Apple', productLabel: 'iPhone 13', stockId: null } as ItemRow]]),
}

function view(change: Partial<LineView> = {}): LineView {
  return {
    id: 'l1',
    order: 1,
    listId: 'r1',
    code: '2000000000008',
    label: null,
    details: { ...detailsOf(null, unknownVerdict('2000000000008')) },
    capturedAtMs: 1,
    userId: 'ada',
    opId: 'o1',
    refusedCode: null,
    verdict: 'unverified',
    state: 'saved',
    reasonCode: null,
    op: { op: { type: 'checkInItem', actor: 'ada' }, outcome: null } as LineView['op'],
    ...change,
  }
}

const outcome = (result: Record<string, unknown>): LineView['op'] =>
  ({ op: { type: 'checkInItem', actor: 'ada' }, outcome: { result } }) as unknown as LineView['op']

describe('a line', () => {
  it('of an unknown code becomes the product that the server found', () => {
    const line = toLine(view({ state: 'confirmed', op: outcome({ itemId: 'i9', kind: 'to_test' }) }), facts)
    expect(line).toMatchObject({
      label: 'Apple iPhone 13',
      itemId: 'i9',
      state: 'confirmed',
      verdict: { word: 'to_test' },
    })
  })

  it('of a product that a colleague had checked in meanwhile says so, and counts', () => {
    const line = toLine(view({ state: 'confirmed', op: outcome({ itemId: 'i9', kind: 'already' }) }), facts)
    expect(line).toMatchObject({ state: 'confirmed', reason: null, verdict: { word: 'already', tone: 'done' } })
    expect([counted(line), line.undoable]).toEqual([true, false])
  })

  it('of a product that came from another warehouse is read again for the name that comes with it', () => {
    const scanned = view({ verdict: 'applied', details: { ...detailsOf('i9', unknownVerdict('2000000000008')) } })
    expect(itemIdsToRead([scanned, { ...scanned, label: 'iPhone' }, view({ op: null })])).toEqual(['i9'])
    expect(toLine(scanned, facts).label).toBe('Apple iPhone 13')
  })

  it('that the server refused says why', () => {
    const line = toLine(view({ state: 'refused', reasonCode: 'ITEM_STATUS_NOT_ELIGIBLE' }), facts)
    expect(line).toMatchObject({ state: 'refused', reason: 'ITEM_STATUS_NOT_ELIGIBLE', verdict: { tone: 'refused' } })
  })

  it('that the device refused waits for nothing', () => {
    expect(toLine(view({ state: 'refused', opId: null, op: null, reasonCode: 'CODE_LENGTH' }), facts).state).toBe(
      'local',
    )
  })

  it('may be undone by its actor only, and once', () => {
    expect(toLine(view(), facts).undoable).toBe(true)
    expect(toLine(view(), { ...facts, userId: 'bob' }).undoable).toBe(false)
    const undone = { ...detailsOf(null, undoneVerdict), undone: 'o1' }
    expect(toLine(view({ details: undone }), facts)).toMatchObject({ state: 'undone', undoable: false })
  })

  it('whose undo the server refused stands refused again', () => {
    const undone = { ...detailsOf(null, undoneVerdict), undone: 'o1' }
    expect(toLine(view({ details: undone, state: 'refused', reasonCode: 'UNDO_NOT_LATEST' }), facts)).toMatchObject({
      state: 'refused',
      verdict: refusedVerdict('UNDO_NOT_LATEST'),
    })
  })
})

describe('the count of a round', () => {
  const line = (change: Partial<LineView>, code: string) => toLine(view({ ...change, code }), facts)

  it('counts a product once, whichever of its codes was read', () => {
    const known = (code: string) => line({ details: { ...detailsOf('i1', unknownVerdict(code)) } }, code)
    expect(distinctCodes([known('20000001'), known('2000000000008'), line({}, '20000002')])).toBe(2)
  })

  it('leaves out what was undone and what was no code of a product', () => {
    const undone = line({ details: { ...detailsOf(null, undoneVerdict), undone: 'o1' } }, '20000001')
    const noCode = line(
      { opId: null, op: null, state: 'refused', reasonCode: 'CODE_LENGTH', refusedCode: 'CODE_LENGTH' },
      'X',
    )
    expect([undone, noCode].map(counted)).toEqual([false, false])
  })
})

describe('what the operator did last', () => {
  const scanned = (lineId: string, capturedAtMs: number) => ({ ...toLine(view(), facts), lineId, capturedAtMs })
  const undone = (lineId: string, capturedAtMs: number) => ({
    ...scanned(lineId, capturedAtMs),
    state: 'undone' as const,
  })

  it('is the newest scan, also where the clock went back since or an older one was undone', () => {
    expect(lastDone([scanned('c', 3), scanned('b', 5), undone('a', 9)])?.lineId).toBe('c')
    expect(lastDone([])).toBeUndefined()
  })

  it('is the last undone of those that were undone one after the other', () => {
    expect(lastDone([undone('d', 6), undone('c', 7), scanned('b', 2), undone('a', 9)])?.lineId).toBe('c')
    expect(lastDone([undone('b', 4), undone('a', 5)])?.lineId).toBe('a')
  })
})
