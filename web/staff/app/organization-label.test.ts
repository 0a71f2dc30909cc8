import { describe, expect, it } from 'vitest'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { organizationLabel } from './organization-label.ts'
import { signedInUser } from './signed-in-user.fixture.ts'

const organization = (commonName: string): StoredUser['currentOrganization'] =>
  ({ commonName }) as StoredUser['currentOrganization']

describe('the organisation in the user panel', () => {
  it('is named', () => {
    expect(organizationLabel(signedInUser({ currentOrganization: organization('Atelier Lyon') }))).toEqual({
      name: 'Atelier Lyon',
    })
  })

  it('without a name is the default label for who holds the permission, and none for others (SHELL-38)', () => {
    const admin = signedInUser({ module: 'root', userType: 'admin', currentOrganization: organization('') })
    expect(organizationLabel(admin)).toEqual({ text: 'defaultOrganization' })
    expect(organizationLabel(signedInUser())).toEqual({ text: 'noOrganization' })
  })
})
