import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { mostFirstUsers } from '#domain/settings/client.schema.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import { newClient } from '#tests/support/tour-of-clients.ts'
import { createUserOffice, type UserOffice } from '#tests/support/user-office.ts'

let office: UserOffice

beforeAll(async () => (office = await createUserOffice()))
afterAll(() => office.close())

const person = (email: string, change: object = {}) => ({
  email,
  firstname: 'Nadia',
  lastname: 'Benali',
  type: 'root_management_unit_manager',
  ...change,
})
const create = (firstUsers: readonly object[], change: object = {}) =>
  office.send(office.admin, 'POST', '/api/accounts', { ...newClient, firstUsers, ...change })
const usersOf = async (accountId: string) => {
  const answer = await office.admin.request(`/api/accounts/${accountId}/users?order[email]=asc`)
  return ((await answer.json()) as { 'hydra:member': readonly UserDetail[] })['hydra:member']
}
const clients = async () =>
  (await office.owner.query<{ total: number }>('select count(*)::int as total from account')).rows[0]!.total

it('are invited with their role as the client is made, and sign in there', { tags: ['slow'] }, async () => {
  const made = await create([
    person(' Cheffe@Premiers.example '),
    person('analyste@premiers.example', { firstname: 'Luc', type: 'root_management_unit_analyst' }),
  ])
  expect(made.status).toBe(200)
  const people = await usersOf(made.body.id)
  expect(people.map(({ email, types, status, language }) => [email, types, status, language])).toEqual([
    ['analyste@premiers.example', ['root_management_unit_analyst'], 'active', null],
    ['cheffe@premiers.example', ['root_management_unit_manager'], 'active', null],
  ])
  for (const { email } of people)
    expect((await office.mails(email)).map(({ subject }) => subject)).toEqual(['Votre accès à Boutique Neuve'])
  await office.setPassword(await office.newestLink('cheffe@premiers.example'))
  const { user } = await office.api.signIn('cheffe@premiers.example', { password: 'Nouvelle-2026' })
  expect(user).toMatchObject({ accountId: made.body.id, userType: 'root_management_unit_manager' })
})

it('are made once, however often the form is sent; who was added to it follows', async () => {
  const id = newId()
  const [one, two] = [person('un@encore.example'), person('deux@encore.example')]
  for (const people of [[one], [one], [one, two]]) expect((await create(people, { id })).status).toBe(200)
  expect((await usersOf(id)).map(({ email }) => email)).toEqual(['deux@encore.example', 'un@encore.example'])
  expect(await office.mails('un@encore.example')).toHaveLength(1)
})

it('leave nothing behind where one of them is wrong, which is named', async () => {
  const before = await clients()
  const fine = person('bien@faux.example')
  for (const [people, said] of [
    [
      [fine, person('admin@retailer.example')],
      [409, 'USER_EMAIL_TAKEN', 'firstUsers.1.email'],
    ],
    [
      [fine, person('BIEN@faux.example')],
      [422, 'USER_EMAIL_TAKEN', 'firstUsers.1.email'],
    ],
    [[person('sans-adresse')], [422, 'FORM_EMAIL_INVALID', 'firstUsers.0.email']],
    [[person('')], [422, 'FORM_REQUIRED', 'firstUsers.0.email']],
    [[person(`${'x'.repeat(250)}@a.fr`)], [422, 'FORM_EMAIL_INVALID', 'firstUsers.0.email']],
    [[person('court@faux.example', { firstname: 'A' })], [422, 'FORM_TEXT_BETWEEN', 'firstUsers.0.firstname']],
    [[person('long@faux.example', { lastname: 'x'.repeat(256) })], [422, 'FORM_TEXT_BETWEEN', 'firstUsers.0.lastname']],
    [[person('role@faux.example', { type: 'super_admin' })], [422, null, 'firstUsers.0.type']],
    [[person('role@faux.example', { type: 'store_seller' })], [422, null, 'firstUsers.0.type']],
  ] as const) {
    const { status, body } = await create(people)
    const { details } = body as { readonly details?: { readonly key?: string } }
    const code = said[1] === null ? null : (details?.key ?? body.code)
    expect([status, code, body.field], JSON.stringify(people)).toEqual(said)
  }
  const many = Array.from({ length: mostFirstUsers + 1 }, (_, at) => person(`${at}@faux.example`))
  expect((await create(many)).status).toBe(422)
  expect(await clients()).toBe(before)
  const { rows } = await office.owner.query(`select from user_account where email like '%faux.example'`)
  expect(rows).toEqual([])
})
