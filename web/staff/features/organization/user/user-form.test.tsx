import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { officeForm, refusal } from '#tests/support/office-form.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { permissionsOf } from '#domain/access/permission.ts'
import type { UserDetail } from '#sync/calls/user.ts'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { entityAnswer } from '../entity/entity.fixture.ts'
import { UserFormPage } from './user-form-page.tsx'
import { seller as user } from './user.fixture.ts'

const entity = { ...entityAnswer, id: user.modules.tim!.organizationId }
const types = ['store_manager', 'store_seller']

/** The page of the user; each change is answered by the test. */
async function open(change: Partial<UserDetail>, answer: () => Response, assigned: readonly string[] = types) {
  const sent: { readonly version: string | null; readonly body: Readonly<Record<string, unknown>> }[] = []
  const http = createHttp({
    fetch: async (url, init) => {
      const { pathname } = new URL(url as string, 'http://localhost')
      if (pathname.endsWith('/assignable-user-types'))
        return Response.json({ types: assigned, modules: { root: types, tim: types, lcm: [], rps: [] } })
      if (pathname.endsWith('/organizations')) return Response.json({ 'hydra:member': [entity] })
      if (init?.method !== 'PATCH') return Response.json({ ...user, ...change })
      const body = (await new Response(init.body ?? null).json()) as Record<string, unknown>
      sent.push({ version: new Headers(init.headers).get('if-match'), body })
      return answer()
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const page = () => <UserFormPage place={{ kind: 'own' }} id={user.id} />
  const { place } = await drawScreen(overPages(page, ['/users']).screen, {
    language: 'en-GB',
    texts: ['errors', 'user', 'organization', 'shell'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({
      module: 'root',
      userType: 'store_manager',
      frontPermissions: { root: [...permissionsOf('store_manager')] },
    }),
  })
  return { place, sent, ...officeForm(place) }
}

it(
  'a user whom another user changed in between is not saved, and what was typed stays (ORG-42)',
  { tags: ['slow'] },
  async () => {
    const { field, type, save, sent, alert } = await open({}, refusal('REQUEST_VERSION_CONFLICT', 412))
    await type('Last name', 'Durand')
    save()
    expect(await alert()).toContain('The user was not changed')
    expect(sent).toEqual([{ version: '"4"', body: { lastname: 'Durand' } }])
    expect((await field('Last name')).value).toBe('Durand')
  },
)

it('the roles are those that the server says of the account, and no other (ORG-41)', { tags: ['slow'] }, async () => {
  const root = { type: 'root_management_unit_analyst', organizationId: entity.id, organizationName: 'Head' } as const
  const change: Partial<UserDetail> = { types: [root.type], modules: { root } }
  const { field } = await open(change, refusal('SERVER_ERROR', 500), [root.type, 'root_management_unit_manager'])
  ;(await field('Role')).click()
  const offered = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(offered()).toEqual(expect.arrayContaining(['Administrator', 'Head office analyst'])))
  expect(offered()).not.toContain('Platform administrator')
})

it('what the server refuses of a module is told in the row of the module (ORG-37)', { tags: ['slow'] }, async () => {
  const { field, type, save } = await open(
    {},
    refusal('USER_ENTITY_UNFIT', 422, { field: 'modules.tim.organizationId' }),
  )
  await type('Last name', 'Durand')
  save()
  await vi.waitFor(async () => expect((await field('Entity')).getAttribute('aria-invalid')).toBe('true'))
})

it(
  'a user who works elsewhere too keeps name, address and status; the force of SSO needs its right (ORG-39)',
  { tags: ['slow'] },
  async () => {
    const { place, field } = await open({ reach: 'modules' }, refusal('USER_OUT_OF_REACH', 403))
    for (const label of ['First name', 'Last name', 'E-mail', 'Status'])
      expect((await field(label)).disabled).toBe(true)
    expect((await field('Role')).disabled).toBe(false)
    expect(place.querySelector('[role=switch]')).toBeNull()
  },
)
