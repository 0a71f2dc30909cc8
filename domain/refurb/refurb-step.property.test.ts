import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  allStepsClosed,
  plannedSteps,
  refurbCosts,
  stepActions,
  workOnStep,
  type ItemStep,
  type ItemStepStatus,
  type StepAction,
} from './refurb-step.ts'

/** The table once more, in the words of its page: to_do, in_progress, completed; in_progress and paused; cancelled. */
const table: Readonly<Record<StepAction, Partial<Record<ItemStepStatus, ItemStepStatus>>>> = {
  start: { to_do: 'in_progress' },
  pause: { in_progress: 'paused' },
  resume: { paused: 'in_progress' },
  cancel: { to_do: 'cancelled', in_progress: 'cancelled', paused: 'cancelled' },
  complete: { in_progress: 'completed', paused: 'completed' },
}

const clock = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
const action = fc.record({
  at: fc.nat({ max: 1 }),
  what: fc.constantFrom(...stepActions),
  actor: fc.constantFrom('anna', 'ben'),
  device: fc.constantFrom('one', 'two'),
  deviceMs: clock,
  atMs: clock,
  lag: fc.constantFrom(0, 0, 0, 1, 2),
  stock: fc.constantFrom('own', 'own', 'elsewhere', null),
  comment: fc.constantFrom('', ' ', 'no part'),
})
const defined = ['a', 'b'].map((id, at) => ({
  id,
  name: id,
  stockId: `stock ${id}`,
  costs: [{ warehouseId: 'here', costCents: 700 * at }],
}))

describe('any work on the steps of an item', () => {
  it('keeps to the table, sees who moved a step in between, and never counts time or cost below zero', () => {
    const reached = new Set<ItemStepStatus>()
    fc.assert(
      fc.property(fc.array(action, { minLength: 5, maxLength: 40 }), (all) => {
        const steps: ItemStep[] = [...plannedSteps(defined, 'here')]
        const actors: string[][] = [[], []]
        for (const { at, what, actor, device, deviceMs, atMs, lag, stock, comment } of all) {
          const step = steps[at]!
          const seenRevision = Math.max(0, step.revision - lag)
          const worked = workOnStep(step, {
            action: what,
            seenRevision,
            actorId: actor,
            moment: { deviceId: device, deviceMs, atMs },
            doneAtMs: atMs,
            stockId: stock === 'own' ? step.stockId : stock,
            comment,
          })
          const isMoved = actors[at]!.slice(seenRevision).some((who) => who !== actor)
          const to = table[what][step.status]
          const isBlocked =
            (what === 'start' && stock !== 'own') ||
            (what === 'complete' && stock === null) ||
            (what === 'cancel' && comment.trim() === '')
          expect(worked.ok).toBe(!isMoved && to !== undefined && !isBlocked)
          if (!worked.ok) {
            if (isMoved) expect(worked.error).toBe('REFURB_STEP_CHANGED')
            continue
          }
          const next = worked.value
          expect(next.status).toBe(to)
          expect(next.revision).toBe(step.revision + 1)
          expect(next.workedMs).toBeGreaterThanOrEqual(step.workedMs)
          expect(next.runningSince === null).toBe(next.status !== 'in_progress')
          expect(next.plannedCostCents).toBe(step.plannedCostCents)
          steps[at] = next
          actors[at]!.push(actor)
          reached.add(next.status)
          const { plannedCents, completedCents } = refurbCosts(steps)
          expect(completedCents).toBeGreaterThanOrEqual(0)
          expect(completedCents).toBeLessThanOrEqual(plannedCents)
          const isClosed = steps.every(({ status }) => ['completed', 'cancelled'].includes(status))
          expect(allStepsClosed(steps)).toBe(isClosed)
        }
      }),
      { numRuns: 400 },
    )
    expect([...reached].toSorted()).toEqual(['cancelled', 'completed', 'in_progress', 'paused'])
  })
})
