import { describe, expect, it } from 'vitest'
import type { UserDetail } from '#sync/calls/user.ts'
import { draftOf, emptyPost, faultPlace, patchOf, readDraft } from './user-draft.ts'

const store = '019a6410-0000-7000-8000-000000000003'
const user: UserDetail = {
  id: '019a6410-0000-7000-8000-000000000001',
  version: 4,
  types: ['store_seller'],
  email: 'nadia@retailer.example',
  firstname: 'Nadia',
  lastname: 'Benali',
  status: 'active',
  modules: { tim: { type: 'store_seller', organizationId: store, organizationName: 'North store' } },
  accountId: '019a6410-0000-7000-8000-000000000002',
  timOrganizationId: store,
  rpsOrganizationId: null,
  forceConnectionBySso: false,
  language: null,
  createdAt: '2026-01-05T10:00:00.000Z',
  lastLoginAt: null,
  reach: 'all',
  awaitsPassword: false,
  openDevices: 0,
}
const read = (draft: ReturnType<typeof draftOf>) => {
  const found = readDraft(draft)
  return found.user ?? [...found.faults]
}

describe('the form of a user (ORG-32)', () => {
  it('says what the user is, and changes nothing by itself', () => {
    const found = readDraft(draftOf(user))
    expect(found.user).toMatchObject({ email: user.email, modules: { tim: { type: 'store_seller' } } })
    expect(patchOf(user, found.user!)).toEqual({})
  })

  it('sends what was changed alone, a module that was taken as null (ORG-42)', () => {
    const draft = draftOf(user)
    const root = { key: 9, module: 'root', type: 'store_manager', organizationId: store } as const
    const next = readDraft({ ...draft, lastname: ' Durand ', posts: [root] }).user!
    expect(patchOf(user, next)).toEqual({
      lastname: 'Durand',
      modules: { root: { type: 'store_manager', organizationId: store }, tim: null },
    })
  })

  it('asks for a module with role and entity, and for a whole address (ORG-37, ORG-38)', () => {
    const draft = { ...draftOf(null), firstname: 'Nadia', lastname: 'Benali', email: 'nadia@' }
    expect(read(draft)).toEqual([
      ['0.module', 'FORM_REQUIRED'],
      ['0.type', 'FORM_REQUIRED'],
      ['0.organizationId', 'FORM_REQUIRED'],
      ['email', 'FORM_EMAIL_INVALID'],
    ])
    expect(read({ ...draft, email: 'nadia@a.example', posts: [] })).toEqual([['modules', 'USER_MODULE_REQUIRED']])
  })

  it('tells what the server refuses at the row of its module', () => {
    const draft = { ...draftOf(user), posts: [emptyPost(1), ...draftOf(user).posts] }
    expect(faultPlace(draft, 'modules.tim.organizationId')).toBe('1.organizationId')
    expect(faultPlace(draft, 'modules.tim')).toBe('1.module')
    expect(faultPlace(draft, 'modules')).toBe('modules')
    expect(faultPlace(draft, 'email')).toBe('email')
  })
})
