import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { HoursLines } from './hours-lines.tsx'

it.each([
  ['the first day, where no day has a span', '', 0],
  ['the day that cannot be read', '\n\n25-26', 2],
  ['the days without any, where each day can be read', '9:00-12:00\n\n\n\n\n\n\n31/02/2026', 7],
])('a fault stands at %s', async (_title, value, at) => {
  await drawScreen(
    <HoursLines value={value} fault="Nothing to read" hint="" closedLabel="Closed" onChange={() => undefined} />,
    { texts: ['common'] },
  )
  await vi.waitFor(() => {
    const fields = [...document.querySelectorAll('input')]
    expect(fields.map((field) => field.getAttribute('aria-invalid') === 'true').indexOf(true)).toBe(at)
    expect(fields.filter((field) => field.getAttribute('aria-invalid') === 'true')).toHaveLength(1)
  })
})
