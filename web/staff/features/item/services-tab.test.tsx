import { expect, it, vi } from 'vitest'
import { plannedSteps, type ItemStep } from '#domain/refurb/refurb-step.ts'
import { config, facts, id, operator, testedRow, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { ServicesTab } from './services-tab.tsx'
import { shownItem } from './shown-item.ts'

const ownDevice = id(3)
const minuteMs = 60_000

/** What the tab says of a step that had been worked on for five minutes before it went on like this. */
async function show(runningSince: ItemStep['runningSince']): Promise<string> {
  const [planned] = plannedSteps(config.refurbSteps ?? [], warehouse) as [ItemStep]
  const step: ItemStep = { ...planned, workedMs: 5 * minuteMs, runningSince, status: 'in_progress' }
  const item = shownItem(testedRow(1, { facts: facts({ steps: [step] }) }), null)!
  const engine = {
    subscribe: () => () => undefined,
    config: () => config,
    copyInfo: () => null,
    deviceId: () => Promise.resolve(ownDevice),
  }
  const user = { id: operator, firstname: 'Nadia', lastname: 'Klein' } as StoredUser
  const { place } = await drawScreen(<ServicesTab item={item} />, { language: 'en-GB', texts: ['item'], user, engine })
  return vi.waitFor(() => {
    const worked = [...place.querySelectorAll('dt')].find(({ textContent }) => textContent === 'Time worked')
    const text = worked?.nextElementSibling?.textContent ?? ''
    if (text === '' || text.startsWith('5 ') === (runningSince !== null)) throw new Error(`not yet: ${text}`)
    return text
  })
}

it('the time worked on a step goes on while it runs', async () => {
  const now = Date.now()
  expect(await show(null)).toContain('5 min')
  expect(await show({ deviceId: id(4), deviceMs: 0, atMs: now - 7.2 * minuteMs })).toContain('12 min')
})

it('the time worked on this device is told by its own clock, however late the server heard of it', async () => {
  const now = Date.now()
  expect(await show({ deviceId: ownDevice, deviceMs: now - 15.2 * minuteMs, atMs: now })).toContain('20 min')
})
