import type { TestSession } from './api.ts'
import type { Tour } from './tour.ts'

/** Operations of users, those of a client among them. */
export async function callUsers(tour: Tour, admin: TestSession): Promise<void> {
  await tour.call('get /api/users/{id}', admin, { params: { id: await tour.firstOf('get /api/users', admin) } })
  await tour.call('get /api/assignable-user-types', admin)
  await tour.call('get /api/platform', admin)
  const root = `select id from organization where account_id = $1 and type = 'root_management_unit'`
  const organizationId = await tour.value(root, tour.accountId)
  const person = (email: string) => ({
    json: {
      email,
      firstname: 'Nadia',
      lastname: 'Benali',
      modules: { root: { type: 'root_management_unit_analyst', organizationId } },
    },
  })
  const patch = {
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { lastname: 'Durand', modules: { tim: null } },
  }
  const { id } = await tour.call<{ id: string }>('post /api/users', admin, person('nadia@demo.example'))
  await tour.call('patch /api/users/{id}', admin, { params: { id }, ...patch })
  await tour.call('post /api/users/{id}/invitation', admin, { params: { id } })
  await giveCodes(tour, id)
  await tour.call('post /api/users/{id}/codes-reset', admin, { params: { id } })
  await tour.call('post /api/users/import/check', admin, { json: { csv: 'email;firstname;lastname' } })
  await tour.call('post /api/users/import', admin, { json: { users: [person('third@demo.example').json] } })
  await tour.call('get /api/users/import/guide.pdf', admin, { query: 'language=fr-FR' })
  await tour.call('get /api/users/import/template.csv', admin)
  const account = { id: tour.accountId }
  await tour.call('get /api/accounts/{id}/workplaces', admin, { params: account })
  await tour.call('get /api/accounts/{id}/users', admin, { params: account })
  const second = await tour.call<{ id: string }>('post /api/accounts/{id}/users', admin, {
    params: account,
    ...person('second@demo.example'),
  })
  const params = { ...account, userId: second.id }
  await tour.call('get /api/accounts/{id}/users/{userId}', admin, { params })
  await tour.call('patch /api/accounts/{id}/users/{userId}', admin, { params, ...patch })
  await tour.call('post /api/accounts/{id}/users/{userId}/invitation', admin, { params })
  await giveCodes(tour, params.userId)
  await tour.call('post /api/accounts/{id}/users/{userId}/codes-reset', admin, { params })
}

/** A user who signs in with codes, as far as the office can tell. */
async function giveCodes({ owner }: Tour, userId: string): Promise<void> {
  await owner.query(
    `insert into user_code (account_id, user_id, secret, confirmed_at)
     select account_id, id, '\\x00', now() from user_account where id = $1`,
    [userId],
  )
}
