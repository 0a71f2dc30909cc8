import { expect, it } from 'vitest'
import { shownTime } from './action-time.ts'

const serverAt = '2026-11-30T14:11:00.000Z'

it.each([
  ['in the same minute', '2026-11-30T14:10:30.000Z', '2026-11-30T14:10:30.000Z', null],
  ['before the network was there', '2026-11-30T14:06:38.000Z', '2026-11-30T14:06:38.000Z', 'received'],
  ['by a clock two years ahead', '2028-11-30T14:06:38.000Z', serverAt, 'deviceClock'],
  ['by a clock a year behind', '2025-11-30T14:06:38.000Z', serverAt, 'deviceClock'],
])('an action %s bears the time that can be right, and the other beside it where they differ (F23)', (...given) => {
  const [, deviceAt, at, kind] = given
  const shown = shownTime({ deviceAt, serverAt })
  expect([shown.at, shown.other?.kind ?? null]).toEqual([at, kind])
})

it('an action that no device captured has the server’s time alone', () => {
  expect(shownTime({ deviceAt: null, serverAt })).toEqual({ at: serverAt, other: null })
})
