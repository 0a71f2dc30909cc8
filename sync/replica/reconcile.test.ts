import { describe, expect, it } from 'vitest'
import type { Outcome } from '../wire/operation.ts'
import { undecided } from './outbox-state.ts'
import { coverageAfter, mustResend, type AskedOp } from './reconcile.ts'

const asked = (decidedNo: number, more: Partial<AskedOp> = {}): AskedOp => ({
  opId: `op${decidedNo}`,
  decidedNo,
  applied: true,
  answerable: true,
  queue: 'q',
  seq: decidedNo,
  wasHeld: false,
  ...more,
})
const applied = (opId: string): Outcome => ({ opId, status: 'applied', code: null, causeOp: null, result: null })
const nobody = new Set<string>()
const answered = (...outcomes: readonly Outcome[]) => ({ outcomes, acked: new Map<string, number>() })

describe('the coverage of a base', () => {
  it('is everything decided before the pull when the server answers for all of it (VIEW-4)', () => {
    const ops = [asked(3), asked(4), asked(7)]
    const after = coverageAfter(
      { mark: 2, covered: [] },
      ops,
      answered(...ops.map(({ opId }) => applied(opId))),
      nobody,
      true,
      9,
    )
    expect(after).toEqual({ mark: 9, covered: [] })
  })

  it('stops before an operation that the snapshot does not contain, and names those beyond it', () => {
    const ops = [asked(3), asked(4), asked(5)]
    const after = coverageAfter(
      { mark: 2, covered: [] },
      ops,
      answered(applied('op3'), applied('op5')),
      nobody,
      true,
      5,
    )
    expect(after).toEqual({ mark: 3, covered: ['op5'] })
  })

  it('never goes beyond the operations that were asked for (VIEW-4)', () => {
    const ops = [asked(3), asked(4)]
    const after = coverageAfter(
      { mark: 2, covered: [] },
      ops,
      answered(applied('op3'), applied('op4')),
      nobody,
      false,
      900,
    )
    expect(after.mark).toBe(4)
  })

  it('takes an operation for covered that the server cannot answer for any more (VIEW-4)', () => {
    const ops = [asked(3, { answerable: false }), asked(4)]
    const after = coverageAfter({ mark: 2, covered: [] }, ops, answered(), new Set(['op4']), true, 4)
    expect(after).toEqual({ mark: 4, covered: [] })
  })

  it('takes an operation for covered that its queue still has, unless it was held or the queue ends before it (VIEW-4)', () => {
    const ops = [asked(3), asked(4, { wasHeld: true }), asked(5), asked(6, { queue: 'other' }), asked(7)]
    const ends = { outcomes: [], acked: new Map([['q', 5]]) }
    expect(coverageAfter({ mark: 2, covered: [] }, ops, ends, nobody, true, 7)).toEqual({ mark: 3, covered: ['op5'] })
  })

  it('keeps what a released operation covers until its decision has a number', () => {
    const first = coverageAfter({ mark: 5, covered: [] }, [], answered(applied('released')), nobody, true, 5)
    expect(first).toEqual({ mark: 5, covered: ['released'] })
    const numbered = asked(6, { opId: 'released' })
    expect(coverageAfter(first, [numbered], answered(), nobody, true, 6)).toEqual({ mark: 6, covered: [] })
  })
})

describe('after a restore, an operation goes again', () => {
  const op = { queue: 'q', seq: 8, decidedNo: 3, wasHeld: false }
  it.each([
    ['beyond the end of its queue', op, 7, 10, false, true],
    ['and not when the queue still contains it', op, 8, 10, true, false],
    ['and not when it was decided after the question', { ...op, decidedNo: 11 }, 7, 10, false, false],
    ['when it was held once, because its release may be lost', { ...op, wasHeld: true }, 8, 10, true, true],
    ['and not for having been held while the epoch stands', { ...op, wasHeld: true }, 8, 10, false, false],
    [
      'while it is held, beyond the end of its queue',
      { ...op, wasHeld: true, decidedNo: undecided },
      7,
      10,
      true,
      true,
    ],
  ])('%s', (_name, row, end, since, epochChanged, expected) => {
    expect(mustResend(row, new Map([['q', end]]), since, epochChanged)).toBe(expected)
  })

  it('when the server knows nothing of its queue (RESTORE-2)', () => {
    expect(mustResend(op, new Map(), 10, false)).toBe(true)
  })
})
