import { expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { listStart, useListState } from '#web/staff/ui/list/list-state.ts'
import { DevicePredeclared } from './device-predeclared.tsx'

const first = listStart([])
const engine = {
  subscribe: () => () => undefined,
  view: () => Promise.resolve([]),
  listItems: () => Promise.resolve({ rows: [], total: 0 }),
}

async function emptyList(held: 'true' | undefined): Promise<string> {
  const Page = () => <DevicePredeclared list={useListState(first)} held={held} action={null} />
  const { place } = await drawScreen(overPages(Page).screen, { language: 'en-GB', texts: ['buyback'], engine })
  await vi.waitFor(() => expect(place.textContent).toContain('Reconnect the device'))
  return place.textContent
}

it('a device without any says that none is on it, and a narrowed list that none matches', async () => {
  const whole = await emptyList(undefined)
  expect(whole).toContain('No file on this device')
  expect(whole).not.toContain('No file matches')
  expect(await emptyList('true')).toContain('No file matches')
})
