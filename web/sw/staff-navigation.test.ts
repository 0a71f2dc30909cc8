import { describe, expect, it } from 'vitest'
import { isStaffNavigation } from './staff-navigation.ts'

describe('navigations of a staff device', () => {
  it.each(['/', '/home', '/login', '/warehouse/checkin', '/buyback/create/1/x', '/buyback/42', '/renew/abc/'])(
    'are answered from the cache at %s',
    (path) => expect(isStaffNavigation(path)).toBe(true),
  )

  it.each([
    '/api/session',
    '/mailbox',
    '/eula',
    '/cgu',
    '/cookies-policy',
    '/buyback/42/accept',
    '/buyback/42/reject',
    '/buyback/tracking/t_abc',
    '/buyback/quote/q_abc',
    '/buyback/search/products',
    '/cart/7/checkout',
    '/documents/42.pdf',
  ])('use the network at %s', (path) => expect(isStaffNavigation(path)).toBe(false))
})
