import { describe, expect, it } from 'vitest'
import type { CheckInRequirement } from '#domain/item/item-status.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { config } from '#tests/support/rows.ts'
import { isCheckInDisabled } from './check-in-disabled.ts'

const copy = (warehouseCheckinRequirement: CheckInRequirement) => ({
  ...config,
  settings: { ...config.settings, warehouseCheckinRequirement },
})
const user = (checkinRequirement?: CheckInRequirement, userType: UserType = 'warehouse_operator') => ({
  userType,
  viewedAccount: {
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    ...(checkinRequirement && { checkinRequirement }),
  } as const,
})

describe('check-in that an account has disabled (WH-04)', () => {
  it('is disabled before the copy has come, as the session tells', () => {
    expect(isCheckInDisabled(user('disabled'), null)).toBe(true)
    expect(isCheckInDisabled(user('mandatory'), null)).toBe(false)
  })

  it('is what the copy says once there is one', () => {
    expect(isCheckInDisabled(user('disabled'), copy('optional'))).toBe(false)
    expect(isCheckInDisabled(user('optional'), copy('disabled'))).toBe(true)
  })

  it('goes on where nobody has told the device', () => {
    expect(isCheckInDisabled(user(), null)).toBe(false)
    expect(isCheckInDisabled({ userType: 'warehouse_operator' }, null)).toBe(false)
  })

  it.each(['admin', 'super_admin'] as const)('is open to %s (WH-05), but not to a manager', (userType) => {
    expect(isCheckInDisabled(user('disabled', userType), copy('disabled'))).toBe(false)
    expect(isCheckInDisabled(user('disabled', 'warehouse_manager'), copy('disabled'))).toBe(true)
  })
})
