import { describe, expect, it } from 'vitest'
import { draftOf, emptyPost, faultPlace, newPost, patchOf, readDraft } from './user-draft.ts'
import { seller as user } from './user.fixture.ts'

const store = user.modules.tim!.organizationId
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

  it('begins with the role that the way here names, at its only place', () => {
    const shop = { id: store, commonName: 'Lille', type: 'store', status: 'active' } as const
    const site = { id: 'w1', commonName: 'Workshop', type: 'warehouse', status: 'active' } as const
    const places = { assignable: ['store_seller', 'warehouse_operator'] as const, workplaces: [shop, site] }
    expect(newPost('store_seller', places)).toEqual({
      key: 0,
      module: 'tim',
      type: 'store_seller',
      organizationId: store,
    })
    expect(newPost('warehouse_operator', places)).toMatchObject({ module: 'rps', organizationId: 'w1' })
    const two = {
      ...places,
      workplaces: [shop, { ...shop, id: 's2' }, { ...shop, id: 's3', status: 'inactive' }] as const,
    }
    expect(newPost('store_seller', two)).toMatchObject({ organizationId: null })
    // A role that nobody here may give is not offered either.
    expect(newPost('root_management_unit_manager', places)).toBeNull()
  })

  it('tells what the server refuses at the row of its module', () => {
    const draft = { ...draftOf(user), posts: [emptyPost(1), ...draftOf(user).posts] }
    expect(faultPlace(draft, 'modules.tim.organizationId')).toBe('1.organizationId')
    expect(faultPlace(draft, 'modules.tim')).toBe('1.module')
    expect(faultPlace(draft, 'modules')).toBe('modules')
    expect(faultPlace(draft, 'email')).toBe('email')
  })
})
