import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import type { AssignableUserTypes } from '#sync/calls/user.ts'
import { textOf } from '#tests/support/edge-rows.ts'
import { createUserOffice, type UserOffice } from '#tests/support/user-office.ts'

let office: UserOffice
let api: UserOffice['api']

beforeAll(async () => {
  office = await createUserOffice()
  api = office.api
})
afterAll(() => office.close())

const create = (change: object = {}, who = office.admin) =>
  office.send(who, 'POST', '/api/users', office.person(change))
const people = async () => (await office.owner.query('select 1 from user_account')).rowCount

describe('a new user', () => {
  it('is made with a module, gets a mail, chooses a password and signs in (ORG-35, ORG-37, ORG-42)', async () => {
    const before = office.person({ email: 'Nadia.BENALI@Retailer.example' })
    const { status, body, etag } = await office.send(office.root, 'POST', '/api/users', before)
    expect([status, etag]).toEqual([200, '"1"'])
    const { northStoreId, id: accountId } = api.accounts.retailer
    expect(body).toMatchObject({
      email: 'nadia.benali@retailer.example',
      types: ['store_seller'],
      status: 'active',
      language: null,
      forceConnectionBySso: false,
      modules: { root: { type: 'store_seller', organizationId: northStoreId, organizationName: 'North store' } },
      accountId,
      lastLoginAt: null,
      version: 1,
      reach: 'all',
      awaitsPassword: true,
      openDevices: 0,
      hasCodes: false,
      accessEvents: [],
    })
    expect(await office.read(body.id)).toEqual(body)
    const [mail] = await office.mails('nadia.benali@retailer.example')
    expect(mail?.subject).toBe('Votre accès à Maison Essai')
    expect(mail?.text).toContain('7 jours')
    expect((await office.setPassword(await office.newestLink('nadia.benali@retailer.example'))).status).toBe(204)
    const session = await api.signIn('NADIA.benali@retailer.example', { password: 'Nouvelle-2026' })
    expect(session.user.userType).toBe('store_seller')
    expect(await office.read(body.id)).toMatchObject({ awaitsPassword: false, version: 1 })
  })

  it('gets a link that works for seven days, and another one on request (ORG-42)', async () => {
    const { id, email } = await office.made()
    const first = await office.newestLink(email)
    const { rows } = await office.owner.query<{ days: number; purpose: string }>(
      `select extract(epoch from expires_at - created_at)::int / 86400 as days, purpose from password_token
       where user_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ days: 7, purpose: 'create' }])
    expect((await office.send(office.root, 'POST', `/api/users/${id}/invitation`)).status).toBe(204)
    const second = await office.newestLink(email)
    expect((await office.setPassword(first)).status).toBe(404)
    expect((await office.setPassword(second)).status).toBe(204)
    expect((await office.send(office.root, 'POST', `/api/users/${id}/invitation`)).body.code).toBe(
      'USER_INVITATION_NOT_DUE',
    )
    expect((await office.send(office.admin, 'POST', `/api/users/${newId()}/invitation`)).status).toBe(404)
  })

  it.each<[string, object, number, string, string]>([
    ['without a module', { modules: {} }, 422, 'REQUEST_INVALID', 'modules'],
    ['with a module that there is not', { modules: { wms: {} } }, 400, 'REQUEST_UNKNOWN_FIELD', 'modules.wms'],
    ['without an entity', { modules: { root: { type: 'store_seller' } } }, 422, 'REQUEST_INVALID', 'modules.root'],
    ['with half an e-mail', { email: 'nadia@' }, 422, 'REQUEST_INVALID', 'email'],
    ['without an e-mail', { email: ' ' }, 422, 'REQUEST_INVALID', 'email'],
    ['with too long an e-mail', { email: `${textOf(243)}@shop.example` }, 422, 'REQUEST_INVALID', 'email'],
    ['with a name of one letter', { firstname: 'N' }, 422, 'REQUEST_INVALID', 'firstname'],
    ['with too long a name', { lastname: textOf(256) }, 422, 'REQUEST_INVALID', 'lastname'],
    ['in a language that there is not', { language: 'es-ES' }, 422, 'REQUEST_INVALID', 'language'],
    ['in a status that there is not', { status: 'gone' }, 422, 'REQUEST_INVALID', 'status'],
    ['with a field that there is not', { password: 'x' }, 400, 'REQUEST_UNKNOWN_FIELD', 'password'],
    ['with the address of a colleague', { email: 'SOUTH@retailer.example' }, 409, 'USER_EMAIL_TAKEN', 'email'],
    ['with an address of another account', { email: 'admin@other.example' }, 409, 'USER_EMAIL_TAKEN', 'email'],
    ['forced to an SSO of no account', { forceConnectionBySso: true }, 422, 'USER_SSO_MISSING', 'forceConnectionBySso'],
  ])('%s is refused, and nobody is made (ORG-37, ORG-38)', async (_title, change, status, code, field) => {
    const before = await people()
    const refused = await create(change)
    expect([refused.status, refused.body.code]).toEqual([status, code])
    expect(refused.body.field).toMatch(new RegExp(`^${field}`))
    expect(await people()).toBe(before)
  })

  it('takes names and an address at their longest', async () => {
    const email = `${textOf(64)}@${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(59)}.example`
    const { body } = await create({ email, firstname: textOf(255), lastname: 'Li', language: 'de-DE' })
    expect(body).toMatchObject({ firstname: textOf(255), lastname: 'Li', language: 'de-DE' })
  })

  it('works where the role works, in an entity at work of the account (ORG-37)', { tags: ['slow'] }, async () => {
    const { retailer, other } = api.accounts
    const refusalOf = async (module: string, type: string, organizationId: string) => {
      const { body } = await create({ modules: { [module]: { type, organizationId } } })
      return [body.code, body.field]
    }
    const unfit = 'USER_ENTITY_UNFIT'
    expect(await refusalOf('root', 'store_seller', retailer.warehouseId)).toEqual([
      unfit,
      'modules.root.organizationId',
    ])
    expect(await refusalOf('root', 'management_unit_manager', retailer.rootId)).toContain(unfit)
    expect(await refusalOf('rps', 'warehouse_operator', retailer.northStoreId)).toContain(unfit)
    expect(await refusalOf('root', 'store_seller', other.northStoreId)).toContain(unfit)
    expect(await refusalOf('root', 'store_seller', newId())).toContain(unfit)
    expect(await refusalOf('rps', 'store_seller', retailer.northStoreId)).toEqual([
      'USER_ROLE_UNFIT',
      'modules.rps.type',
    ])
    await office.owner.query(`update organization set status = 'inactive' where id = $1`, [retailer.southStoreId])
    expect(await refusalOf('tim', 'store_seller', retailer.southStoreId)).toContain(unfit)
    await office.owner.query(`update organization set status = 'active' where id = $1`, [retailer.southStoreId])
  })

  it('whom an SSO connection serves may be forced to it, and gets no link (ORG-39)', { tags: ['slow'] }, async () => {
    const body = await office.made({ email: 'nadia@sso.example', forceConnectionBySso: true }, office.root)
    expect(body).toMatchObject({ forceConnectionBySso: true, awaitsPassword: false })
    expect(await office.mails('nadia@sso.example')).toEqual([])
    const manager = await api.signIn('store_manager')
    const refused = await create({ email: 'a@sso.example', forceConnectionBySso: true }, manager)
    expect([refused.status, refused.body.code]).toEqual([403, 'ACCESS_PERMISSION_MISSING'])
    const freed = await office.patch(body.id, { forceConnectionBySso: false })
    expect(freed.body).toMatchObject({ forceConnectionBySso: false, awaitsPassword: true })
    expect(await office.mails('nadia@sso.example')).toHaveLength(1)
  })
})

describe('who writes whom', () => {
  const place = (type: string) => {
    const { retailer } = api.accounts
    if (type.startsWith('root') || type.endsWith('admin')) return retailer.rootId
    if (type.startsWith('management')) return retailer.northId
    return type.startsWith('store') ? retailer.northStoreId : retailer.warehouseId
  }
  const postOf = (type: string) => ({
    [type.startsWith('warehouse') ? 'rps' : 'root']: { type, organizationId: place(type) },
  })
  const given: Readonly<Partial<Record<UserType, readonly UserType[]>>> = {
    admin: ['root_management_unit_manager', 'management_unit_analyst', 'store_seller', 'warehouse_operator'],
    root_management_unit_manager: ['root_management_unit_manager', 'store_manager', 'warehouse_manager'],
    management_unit_manager: ['management_unit_manager', 'management_unit_analyst', 'store_manager', 'store_seller'],
    store_manager: ['store_manager', 'store_seller'],
    warehouse_manager: ['warehouse_manager', 'warehouse_operator'],
  }
  const refused: Readonly<Partial<Record<UserType, readonly UserType[]>>> = {
    admin: ['super_admin'],
    root_management_unit_manager: ['admin', 'super_admin'],
    management_unit_manager: ['root_management_unit_manager', 'warehouse_operator', 'admin'],
    store_manager: ['management_unit_manager', 'warehouse_operator', 'root_management_unit_analyst'],
    warehouse_manager: ['store_seller', 'root_management_unit_manager'],
  }

  it.each(Object.keys(given) as UserType[])(
    '%s gives what it may give (ORG-33, ORG-41)',
    { tags: ['slow'] },
    async (type) => {
      const who = await api.signIn(type)
      const assignable = (await (await who.request('/api/assignable-user-types')).json()) as AssignableUserTypes
      for (const one of given[type]!) {
        expect(assignable.types, one).toContain(one)
        await office.made({ modules: postOf(one) }, who)
      }
      for (const one of refused[type]!) {
        expect(assignable.types, one).not.toContain(one)
        const { body } = await create({ modules: postOf(one) }, who)
        expect(body.code, one).toBe('USER_ROLE_NOT_ALLOWED')
      }
    },
  )

  it('nobody gives the platform’s roles in a client: neither to a new user, nor to one who is there', async () => {
    const superAdmin = await api.signIn('super_admin')
    const colleague = await office.made({ modules: postOf('root_management_unit_manager') })
    const { types } = (await (await superAdmin.request('/api/assignable-user-types')).json()) as AssignableUserTypes
    for (const type of ['admin', 'super_admin'] as const) {
      expect(types).not.toContain(type)
      const refusal = { code: 'USER_ROLE_OF_PLATFORM', field: 'modules.root.type' }
      expect((await create({ modules: postOf(type) }, superAdmin)).body).toMatchObject(refusal)
      expect((await office.patch(colleague.id, { modules: postOf(type) }, superAdmin)).body).toMatchObject(refusal)
    }
  })

  it.each<UserType>([
    'root_management_unit_analyst',
    'management_unit_analyst',
    'store_seller',
    'warehouse_operator',
    'buyer_manager',
  ])('%s writes nobody (ORG-08)', async (type) => {
    const who = await api.signIn(type)
    expect((await create({}, who)).status).toBe(403)
    expect((await office.patch(office.idOf('south@retailer.example'), { lastname: 'Autre' }, who)).status).toBe(403)
    const types = await who.request('/api/assignable-user-types')
    if (types.status !== 403) expect(await types.json()).toMatchObject({ types: [] })
  })

  it('a branch ends at its entities: what lies outside is neither given nor found', async () => {
    const north = await api.signIn('management_unit_manager')
    const south = { tim: { type: 'store_seller', organizationId: api.accounts.retailer.southStoreId } }
    expect((await create({ modules: south }, north)).body.code).toBe('USER_ENTITY_UNFIT')
    expect((await office.patch(office.idOf('south@retailer.example'), { lastname: 'Autre' }, north)).status).toBe(404)
    expect((await office.patch(office.idOf('manager@other.example'), { lastname: 'Autre' })).status).toBe(404)
  })
})

describe('changing a user', () => {
  it(
    'merges what is named and nothing else, in the version that was read (API-09, ORG-42)',
    { tags: ['slow'] },
    async () => {
      const { id } = await office.made({ language: 'nl-BE' })
      const { status, body, etag } = await office.patch(id, { lastname: 'Durand' }, office.root, {
        'if-match': '"1"',
        'content-type': 'application/merge-patch+json',
      })
      expect([status, etag]).toEqual([200, '"2"'])
      expect(body).toMatchObject({ firstname: 'Nadia', lastname: 'Durand', language: 'nl-BE', types: ['store_seller'] })
      const late = await office.patch(id, { lastname: 'Trop tard' }, office.root, { 'if-match': '"1"' })
      expect([late.status, late.body.code]).toEqual([412, 'REQUEST_VERSION_CONFLICT'])
      expect((await office.patch(id, { language: null })).body.language).toBeNull()
      expect((await office.patch(id, {})).body.version).toBe(3)
      expect((await office.patch(id, { lastname: 'Durand' })).body.version).toBe(3)
      expect((await office.patch(id, { lastname: null })).status).toBe(422)
      expect((await office.patch(newId(), { lastname: 'Personne' })).status).toBe(404)
    },
  )

  it('gives, moves and takes modules; a change of them alone is a version too (ORG-37)', async () => {
    const { northStoreId, southStoreId } = api.accounts.retailer
    const { id } = await office.made()
    const tim = { type: 'store_manager', organizationId: southStoreId }
    const more = await office.patch(id, { modules: { tim } })
    expect(more.body).toMatchObject({ version: 2, timOrganizationId: southStoreId })
    expect(more.body.modules.root?.organizationId).toBe(northStoreId)
    expect((await office.patch(id, { modules: { root: null } })).body.types).toEqual(['store_manager'])
    expect((await office.patch(id, { modules: { tim: null } })).body).toMatchObject({
      code: 'USER_MODULE_REQUIRED',
      field: 'modules',
    })
    expect((await office.read(id)).types).toEqual(['store_manager'])
  })

  it('is no conflict because its user has just signed in', async () => {
    const { version } = await office.read(office.idOf('both@retailer.example'))
    await api.signIn('both@retailer.example')
    expect((await office.read(office.idOf('both@retailer.example'))).version).toBe(version)
  })

  it('leaves what lies outside the writer’s reach, and what is of the whole person with it', async () => {
    const { northStoreId, southStoreId, rootId } = api.accounts.retailer
    const manager = await api.signIn('store_manager')
    const boss = { type: 'root_management_unit_analyst', organizationId: rootId }
    const { id } = await office.made({
      modules: { root: boss, tim: { type: 'store_seller', organizationId: northStoreId } },
    })
    expect(await office.read(id, manager)).toMatchObject({ reach: 'modules', types: ['store_seller'] })
    for (const json of [{ email: 'mine@retailer.example' }, { status: 'inactive' }, { lastname: 'Autre' }]) {
      const { status, body } = await office.patch(id, json, manager)
      expect([status, body.code, body.field]).toEqual([403, 'USER_OUT_OF_REACH', Object.keys(json)[0]])
    }
    const taken = await office.patch(id, { modules: { root: null } }, manager)
    expect(taken.body).toMatchObject({ code: 'USER_OUT_OF_REACH', field: 'modules.root' })
    const up = { tim: { type: 'store_manager', organizationId: northStoreId } }
    expect((await office.patch(id, { modules: up }, manager)).body.types).toEqual(['store_manager'])
    expect((await office.patch(id, { modules: { tim: null } }, manager)).status).toBe(404)
    expect((await office.read(id)).types).toEqual(['root_management_unit_analyst'])
    const both = { root: boss, tim: { type: 'store_seller', organizationId: southStoreId } }
    expect((await office.patch(id, { modules: both })).body.types).toHaveLength(2)
    // Administrators live at the platform.
    const chief = await api.signIn('root_management_unit_manager')
    expect((await office.patch(office.idOf('admin@retailer.example'), { lastname: 'Autre' }, chief)).status).toBe(404)
  })

  it('is done to the own name, and never to the own roles or status', async () => {
    const me = office.root.user.id
    expect((await office.patch(me, { firstname: 'Camille-Marie' }, office.root)).status).toBe(200)
    expect((await office.patch(me, { status: 'inactive' }, office.root)).body.code).toBe('USER_OWN_ACCESS')
    const tim = { type: 'root_management_unit_manager', organizationId: api.accounts.retailer.rootId }
    expect((await office.patch(me, { modules: { tim } }, office.root)).body).toMatchObject({
      code: 'USER_OWN_ACCESS',
      field: 'modules',
    })
  })

  it('of the address sends the link there, and ends the one before; that of another stays taken (ORG-38)', async () => {
    const { id, email } = await office.made()
    const before = await office.newestLink(email)
    const moved = `moved-${email}`
    expect((await office.patch(id, { email: moved.toUpperCase() })).body.email).toBe(moved)
    expect((await office.setPassword(before)).status).toBe(404)
    expect((await office.setPassword(await office.newestLink(moved))).status).toBe(204)
    const refused = await office.patch(id, { email: 'admin@other.example', lastname: 'Autre' })
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([409, 'USER_EMAIL_TAKEN', 'email'])
    expect(await office.read(id)).toMatchObject({ email: moved, lastname: 'Benali' })
  })

  it('to SSO needs an address that it serves, and ends a link to a password (ORG-39, AUTH-16)', async () => {
    const { id, email } = await office.made({ email: 'later@sso.example' })
    const link = await office.newestLink(email)
    expect((await office.patch(id, { forceConnectionBySso: true })).status).toBe(200)
    expect((await office.setPassword(link)).status).toBe(404)
    expect((await office.patch(id, { email: 'later@retailer.example' })).body).toMatchObject({
      code: 'USER_SSO_MISSING',
      field: 'email',
    })
    const manager = await api.signIn('store_manager')
    const refused = await office.patch(id, { forceConnectionBySso: false }, manager)
    expect([refused.status, refused.body.field]).toEqual([403, 'forceConnectionBySso'])
    expect((await office.patch(id, { lastname: 'Nouveau' }, manager)).status).toBe(200)
  })
})
