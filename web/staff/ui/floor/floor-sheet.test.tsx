import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { FloorSheet } from './floor-sheet.tsx'

it('the body of a sheet takes the height of its content, and a long one scrolls (E2)', async () => {
  await drawScreen(
    <FloorSheet title="Options" closeLabel="Close" onClose={() => undefined}>
      <div data-long style={{ height: 4000 }} />
    </FloorSheet>,
    { language: 'en-GB', texts: ['common'] },
  )
  const long = await vi.waitUntil(() => document.querySelector('[data-long]'))
  const body = long.parentElement!
  // A basis of 0% has no height in WebKit, which only the rule itself shows in another engine.
  expect(getComputedStyle(body).flexBasis).toBe('auto')
  expect(getComputedStyle(body).minHeight).toBe('0px')
  await vi.waitFor(() => expect(body.clientHeight).toBeGreaterThan(100))
  expect(body.scrollHeight).toBeGreaterThan(body.clientHeight)
})
