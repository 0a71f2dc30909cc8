import { expect, it } from 'vitest'
import { defaultSessionRules, isProofFresh, sessionEnd, sessionLimits } from './session-limits.ts'

const start = new Date('2026-11-02T08:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const browser = { isOfProgram: false } as const
const program = { isOfProgram: true } as const

it('ends in the office after 30 idle minutes and 12 hours, on the floor after a shift and a week', () => {
  const office = sessionLimits(defaultSessionRules, { userType: 'management_unit_analyst', ...browser })
  expect(sessionEnd(start, start, office)).toEqual(after(30))
  expect(sessionEnd(start, after(719), office)).toEqual(after(720))
  const floor = sessionLimits(defaultSessionRules, { userType: 'warehouse_operator', ...browser })
  expect(sessionEnd(start, start, floor)).toEqual(after(720))
  expect(sessionEnd(start, after(10_070), floor)).toEqual(after(10_080))
})

it('counts administrators and buyers as office', () => {
  for (const userType of ['admin', 'super_admin', 'buyer_manager'] as const)
    expect(sessionLimits(defaultSessionRules, { userType, ...browser }).idleMs).toBe(30 * 60_000)
})

it('takes what the account has chosen, of the office and of the floor apart', () => {
  const rules = { ...defaultSessionRules, officeIdleMinutes: 5, floorIdleMinutes: 60, floorAbsoluteHours: 9 }
  expect(sessionLimits(rules, { userType: 'admin', ...browser }).idleMs).toBe(5 * 60_000)
  const floor = sessionLimits(rules, { userType: 'store_seller', ...browser })
  expect(floor).toEqual({ idleMs: 3_600_000, absoluteMs: 9 * 3_600_000 })
  const machine = sessionLimits(rules, { userType: 'admin', ...program })
  expect(machine).toEqual({ idleMs: 12 * 3_600_000, absoluteMs: 168 * 3_600_000 })
})

it('counts a proof for the minutes that the account has chosen, and no longer', () => {
  expect(isProofFresh(start, after(9.99), defaultSessionRules)).toBe(true)
  expect(isProofFresh(start, after(10), defaultSessionRules)).toBe(false)
  expect(isProofFresh(start, after(2), { proofMinutes: 2 })).toBe(false)
})
