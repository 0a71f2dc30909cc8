import { expect, it, vi } from 'vitest'
import { plannedSteps } from '#domain/refurb/refurb-step.ts'
import { config, facts, id, operator, refurb, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Engine } from '#web/local/engine/engine.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { ShownFeedback } from '../floor/shown-feedback.tsx'
import { RefusedWork } from './steps-frame.tsx'

const steps = plannedSteps(config.refurbSteps ?? [], warehouse)
const item = testedRow(1, { status: 'item_refurb_in_progress', facts: facts({ steps }) })
const refused = (n: number, code: string) => ({
  cause: {
    opId: id(n),
    type: 'workOnRefurbStep',
    args: { itemId: item.id, stepId: refurb.battery, action: 'complete' },
    code,
    present: { item, pending: 0 },
  },
  blocked: [],
})

/** The refused work on a product, to which one more refusal comes while its operator looks on. */
async function refusedWith(code: string) {
  const heard = new Set<(event: object) => void>()
  let tray = [refused(700, 'REFURB_STEP_CHANGED')]
  const discard = vi.fn(() => Promise.resolve({ ok: true, opIds: [] }))
  const engine = {
    subscribe: (listener: (event: object) => void) => {
      heard.add(listener)
      return () => heard.delete(listener)
    },
    tray: () => Promise.resolve(tray),
    discard,
  }
  const workshop = { engine: engine as unknown as Engine, userId: operator, warehouseId: warehouse, config }
  const { place } = await drawScreen(
    <FeedbackProvider>
      <RefusedWork workshop={workshop} itemId={item.id} stepId={null} />
      <ShownFeedback />
    </FeedbackProvider>,
    { language: 'en-GB', texts: ['refurb', 'warehouse', 'scan'], engine },
  )
  await vi.waitFor(() => expect(place.querySelectorAll('button')).toHaveLength(1))
  tray = [...tray, refused(701, code)]
  for (const listener of heard) listener({ kind: 'ops', itemIds: [item.id] })
  const shown = await vi.waitFor(() => {
    const found = place.querySelector('[data-stays]')
    if (found === null) throw new Error('nothing shown yet')
    return found
  })
  const settle = async (at: number) => {
    ;[...place.querySelectorAll('button')].filter((each) => each.textContent === 'Discard my action')[at]?.click()
    await vi.waitFor(() => expect(discard).toHaveBeenCalledOnce())
  }
  return { shown, settle, discard }
}

it('an action that another user was faster than is told and settled as such', async () => {
  const { shown, settle, discard } = await refusedWith('REFURB_STEP_CHANGED')
  expect(shown.textContent).toContain('Changed by someone else')
  await settle(1)
  expect(discard.mock.calls).toEqual([[[id(701)], 'Step changed meanwhile by another operator']])
})

it('an action that is refused for anything else is told and settled by its own reason', async () => {
  const { shown, settle, discard } = await refusedWith('STOCK_UNKNOWN')
  expect(shown.textContent).toContain('Action refused')
  expect(shown.textContent).not.toContain('Changed by someone else')
  await settle(1)
  const [[, reason] = []] = discard.mock.calls as unknown as [string[], string][]
  expect(reason).not.toContain('another operator')
  expect(shown.textContent).toContain(reason)
})
