import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import type * as z from 'zod'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import type { clientWorkplacesCall } from '#sync/calls/user.ts'
import { createTestApi } from '#tests/support/api.ts'
import { newClient } from '#tests/support/tour-of-clients.ts'
import { createUserOffice, type UserOffice } from '#tests/support/user-office.ts'

type ClientWorkplaces = z.output<typeof clientWorkplacesCall.answer>

let office: UserOffice
let client: ClientAnswer
let users: string

beforeAll(async () => {
  office = await createUserOffice()
  client = (await office.send(office.admin, 'POST', '/api/accounts', newClient)).body as unknown as ClientAnswer
  users = `/api/accounts/${client.id}/users`
})
afterAll(() => office.close())

const rootManager = () => ({
  root: { type: 'root_management_unit_manager', organizationId: client.organizationId },
})
const create = (change: object = {}) =>
  office.send(office.admin, 'POST', users, office.person({ modules: rootManager(), ...change }))

describe('users of a client (ORG-34)', () => {
  it(
    'are made by a user who administers clients; the first one signs in and works in the client alone',
    { tags: ['slow'] },
    async () => {
      const workplaces = await office.send(office.admin, 'GET', `/api/accounts/${client.id}/workplaces`)
      const { types, ...rest } = workplaces.body as unknown as ClientWorkplaces
      expect(types).toContain('root_management_unit_manager')
      expect(types.filter(isAdminType)).toEqual([])
      expect(rest).toEqual({
        name: 'Boutique Neuve',
        entities: [
          { id: client.organizationId, commonName: 'Boutique Neuve', type: 'root_management_unit', status: 'active' },
        ],
      })
      const { status, body, etag } = await create({ email: 'premiere@neuve.example' })
      expect([status, etag]).toEqual([200, '"1"'])
      expect(body).toMatchObject({ accountId: client.id, awaitsPassword: true, reach: 'all' })
      const [mail] = await office.mails('premiere@neuve.example')
      expect(mail?.subject).toBe('Votre accès à Boutique Neuve')
      await office.setPassword(await office.newestLink('premiere@neuve.example'))
      const first = await office.api.signIn('premiere@neuve.example', { password: 'Nouvelle-2026' })
      const seen = await office.send(first, 'GET', '/api/users')
      expect(seen.body).toMatchObject({ 'hydra:totalItems': 1 })
      expect((await office.send(office.admin, 'GET', `${users}/${body.id}`)).body).toMatchObject({
        id: body.id,
        awaitsPassword: false,
      })
      expect((await office.send(office.admin, 'GET', users)).body).toMatchObject({ 'hydra:totalItems': 1 })
      expect((await office.send(office.admin, 'GET', `/api/users/${body.id}`)).status).toBe(404)
    },
  )

  it('are changed, invited again and made inactive, but for the last who may write the others', async () => {
    await create()
    const { body } = await create()
    const path = `${users}/${body.id}`
    expect((await office.send(office.admin, 'POST', `${path}/invitation`)).status).toBe(204)
    const renamed = await office.send(office.admin, 'PATCH', path, { lastname: 'Durand' }, { 'if-match': '"1"' })
    expect(renamed.body).toMatchObject({ lastname: 'Durand', version: 2 })
    const late = await office.send(office.admin, 'PATCH', path, { lastname: 'Tard' }, { 'if-match': '"1"' })
    expect(late.status).toBe(412)
    expect((await office.send(office.admin, 'PATCH', path, { status: 'inactive' })).status).toBe(200)
    const { rows } = await office.owner.query<{ id: string }>(
      `select id from user_account where account_id = $1 and status = 'active'`,
      [client.id],
    )
    for (const { id } of rows.slice(1))
      expect((await office.send(office.admin, 'PATCH', `${users}/${id}`, { status: 'inactive' })).status).toBe(200)
    const last = await office.send(office.admin, 'PATCH', `${users}/${rows[0]?.id}`, { status: 'inactive' })
    expect([last.status, last.body.code]).toEqual([409, 'USER_LAST_MANAGER'])
  })

  it('work at the client’s own entities, and are found in no other', async () => {
    const { rootId, id } = office.api.accounts.retailer
    const foreign = { root: { type: 'root_management_unit_manager', organizationId: rootId } }
    expect((await create({ modules: foreign })).body.code).toBe('USER_ENTITY_UNFIT')
    expect((await create({ email: 'admin@retailer.example' })).body.code).toBe('USER_EMAIL_TAKEN')
    const colleague = office.idOf('south@retailer.example')
    for (const path of [`${users}/${colleague}`, `${users}/${newId()}`, `/api/accounts/${newId()}/users`])
      expect((await office.send(office.admin, 'GET', path)).status, path).toBe(404)
    expect((await office.send(office.admin, 'PATCH', `${users}/${colleague}`, { lastname: 'Autre' })).status).toBe(404)
    expect((await office.send(office.admin, 'POST', `/api/accounts/${newId()}/users`, office.person())).status).toBe(
      404,
    )
    expect((await office.send(office.admin, 'GET', `/api/accounts/${id}/users/${colleague}`)).status).toBe(200)
  })

  it('are nobody’s business but the administrators’', async () => {
    for (const type of ['root_management_unit_manager', 'store_manager', 'buyer_manager']) {
      const who = await office.api.signIn(type)
      expect((await office.send(who, 'GET', users)).status).toBe(403)
      expect((await office.send(who, 'POST', users, office.person({ modules: rootManager() }))).status).toBe(403)
      expect((await office.send(who, 'GET', `/api/accounts/${client.id}/workplaces`)).status).toBe(403)
    }
  })

  it('need an installation that administers clients', async () => {
    const without = await createTestApi({ share: office.api, withoutAdministration: true })
    const admin = await without.signIn('admin')
    const answer = await admin.request(users)
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'CLIENT_ADMINISTRATION_MISSING' }])
    await without.close()
  })
})
