import { describe, expect, it } from 'vitest'
import { guard, safeReturn } from './guard.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

describe('the route guard', () => {
  it('sends anybody without a user to the sign-in and remembers the way', () => {
    expect(guard(null, 'warehouse.check_in', '/warehouse/checkin?x=1')).toEqual({
      to: '/login',
      from: '/warehouse/checkin?x=1',
    })
    expect(guard(signedInUser({ apiToken: '' }), 'session', '/home')).toEqual({ to: '/login', from: '/home' })
  })

  it('leads a user who has to set up a second factor there from everywhere', () => {
    const user = signedInUser({ owesSecondFactor: true })
    expect(guard(user, 'session', '/home?x=1')).toEqual({ to: '/second-factor', from: '/home?x=1' })
    expect(guard(user, 'session', '/second-factor?from=%2Fhome')).toBeNull()
    expect(guard(user, 'none', '/login')).toBeNull()
    expect(safeReturn('/second-factor')).toBe('/home')
  })

  it('leaves open pages open', () => {
    expect(guard(null, 'none', '/login')).toBeNull()
  })

  it('sends a user who lacks the permission home', () => {
    expect(guard(signedInUser(), 'client.list', '/clients')).toEqual({ to: '/home' })
    expect(guard(signedInUser(), 'warehouse.check_in', '/warehouse/checkin')).toBeNull()
  })

  it('looks at the permissions of the current module only', () => {
    const user = signedInUser({ module: 'tim', frontPermissions: { rps: ['warehouse.check_in'], tim: [] } })
    expect(guard(user, 'warehouse.check_in', '/warehouse/checkin')).toEqual({ to: '/home' })
  })

  it('asks for a user where a page declares nothing', () => {
    expect(guard(null, undefined, '/x')).toEqual({ to: '/login', from: '/x' })
  })

  it('returns to pages of this app only', () => {
    expect(safeReturn('/warehouse/checkin?a=1')).toBe('/warehouse/checkin?a=1')
    for (const bad of ['//evil.example', '/\\evil.example', 'https://evil.example', '/login?from=/x', undefined, 3]) {
      expect(safeReturn(bad)).toBe('/home')
    }
  })
})
