import { describe, expect, it } from 'vitest'
import { checkCountEnd } from '#domain/stock/stock-count.ts'
import type { CountLine, CountLineKind } from './count-line.ts'
import { countEndOf, tallyCount } from './tally.ts'

const verdict = { tone: 'accepted', signal: 'accepted', word: 'present', place: null, reason: null } as const
let lines = 0
const line = (kind: CountLineKind, itemId: string | null, rest: Partial<CountLine> = {}): CountLine => ({
  lineId: `line-${++lines}`,
  code: '20000001',
  label: null,
  details: { itemId, kind, verdict },
  isRefused: false,
  isVoid: false,
  isUndecided: false,
  ...rest,
})

describe('the tally of a count', () => {
  it('finds what is there, what is missing and what does not belong', () => {
    const tally = tallyCount(['a', 'b', 'c'], [line('present', 'a'), line('present', 'a'), line('unexpected', 'x')])
    expect(tally).toEqual({
      expected: 3,
      present: ['a'],
      missing: [
        { itemId: 'b', resolution: 'open' },
        { itemId: 'c', resolution: 'open' },
      ],
      unexpected: [{ itemId: 'x', resolution: 'open' }],
      undecided: [],
      open: 3,
    })
  })

  it('takes no notice of scans that name no product, nor of lines that a person settled', () => {
    const void_ = line('present', 'b', { isVoid: true })
    expect(tallyCount(['a', 'b'], [line('refused', null), line('refused', 'a'), void_])).toMatchObject({
      present: [],
      missing: [{ itemId: 'a' }, { itemId: 'b' }],
    })
  })

  it('keeps a product that was moved here by the count among the unexpected, and expects it no more than before', () => {
    const scans = [line('unexpected', 'x'), line('moved', 'x')]
    const before = tallyCount(['a'], scans)
    const after = tallyCount(['a', 'x'], scans)
    for (const tally of [before, after])
      expect(tally).toMatchObject({ expected: 1, unexpected: [{ itemId: 'x', resolution: 'moved' }] })
  })

  it('takes a product that a colleague moved here in the meantime for moved', () => {
    expect(tallyCount(['a', 'x'], [line('unexpected', 'x')]).unexpected).toEqual([{ itemId: 'x', resolution: 'moved' }])
  })

  it('no longer expects what a colleague took out of the stock, though it was scanned', () => {
    expect(tallyCount(['b'], [line('present', 'a')])).toMatchObject({ expected: 1, present: [], unexpected: [] })
  })

  it('opens a difference again whose resolution the server refused', () => {
    const scans = [line('not_found', 'a', { isRefused: true }), line('not_found', 'b')]
    expect(tallyCount(['a', 'b'], scans)).toMatchObject({
      missing: [
        { itemId: 'a', resolution: 'refused' },
        { itemId: 'b', resolution: 'not_found' },
      ],
      open: 1,
    })
  })

  it('ends with numbers that add up once everything is resolved, and not before', () => {
    const scans = [line('present', 'a'), line('unexpected', 'x'), line('found', 'b')]
    expect(checkCountEnd(countEndOf(tallyCount(['a', 'b'], scans)))).toEqual({ ok: false, error: 'COUNT_NOT_RESOLVED' })
    const end = countEndOf(tallyCount(['a', 'b'], [...scans, line('put_back', 'x')]))
    expect(end).toEqual({
      expectedCount: 2,
      presentCount: 1,
      missingCount: 1,
      unexpectedCount: 1,
      resolvedCount: 2,
    })
    expect(checkCountEnd(end)).toEqual({ ok: true, value: end })
  })

  it('is open while nobody has said which product a scan was, and its numbers leave that one out', () => {
    const undecided = line('refused', null, { isVoid: true, isUndecided: true })
    const tally = tallyCount(['a'], [line('present', 'a'), undecided])
    expect(tally).toMatchObject({ present: ['a'], undecided: [undecided], open: 1 })
    expect(countEndOf(tally)).toMatchObject({ missingCount: 0, unexpectedCount: 0, resolvedCount: 0 })
  })
})
