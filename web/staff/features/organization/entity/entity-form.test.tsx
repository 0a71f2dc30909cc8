import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { officeForm, refusal } from '#tests/support/office-form.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { entityAnswer as entity } from './entity.fixture.ts'
import { EntityFormPage } from './entity-form-page.tsx'

const parents = {
  organizations: [
    { id: entity.parentOrganizationId, commonName: 'North', type: 'management_unit', status: 'active' },
  ].map((one) => ({ ...one, moduleType: 'root', parentOrganizationId: null, depth: 0 })),
}

/** The page of the store; each change is answered by the test. */
async function open(
  answer: () => Response,
  userType: 'admin' | 'root_management_unit_analyst' = 'admin',
  isDown = () => false,
) {
  const sent: { readonly version: string | null; readonly body: unknown }[] = []
  const http = createHttp({
    fetch: async (url, init) => {
      const address = url as string
      if (init?.method === 'PATCH') {
        const body = (await new Response(init.body ?? null).json()) as unknown
        sent.push({ version: new Headers(init.headers).get('if-match'), body })
        return answer()
      }
      if (isDown() && !address.endsWith(entity.id)) return refusal('SERVER_ERROR', 500)()
      if (address.includes('available-parents')) return Response.json(parents)
      if (address.endsWith(entity.id)) return Response.json(entity)
      return Response.json({ 'hydra:member': [] })
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(() => <EntityFormPage id={entity.id} />, ['/entities']).screen, {
    language: 'en-GB',
    texts: ['errors', 'entity', 'organization'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType }),
  })
  return { place, sent, ...officeForm(place) }
}

it(
  'an entity that another user changed in between is not saved, and what was typed stays (ORG-28)',
  { tags: ['slow'] },
  async () => {
    const { field, type, save, sent, alert } = await open(refusal('REQUEST_VERSION_CONFLICT', 412))
    await type('City', 'Roubaix')
    save()
    expect(await alert()).toContain('The entity could not be changed')
    expect(sent).toEqual([{ version: '"3"', body: { city: 'Roubaix' } }])
    expect((await field('City')).value).toBe('Roubaix')
  },
)

it('an external id of another is told at its field (ORG-20)', { tags: ['slow'] }, async () => {
  const refused = refusal('ENTITY_EXTERNAL_ID_TAKEN', 422, { field: 'externalId' })
  const { field, type, save, alert } = await open(refused)
  await type('External ID', 'PAR-01')
  save()
  expect(await alert()).toContain('Another entity already has this external ID')
  const input = await field('External ID')
  await vi.waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'))
  expect(input.value).toBe('PAR-01')
})

it('choices that could not be read say so, and are read again (ORG-22)', { tags: ['slow'] }, async () => {
  let isDown = true
  const { place, field } = await open(refusal('SERVER_ERROR', 500), 'admin', () => isDown)
  await vi.waitFor(() => expect(place.textContent).toContain('The choices could not be read.'))
  const retry = [...place.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Try again')
  expect(retry.length).toBeGreaterThan(0)
  isDown = false
  for (const button of retry) button.click()
  await vi.waitFor(() => expect(place.textContent).not.toContain('The choices could not be read.'))
  expect((await field('Parent')).value).toContain('North')
})

it('a user who may only read an entity is shown it, with nothing to fill in (ORG-08)', async () => {
  const { place } = await open(refusal('ACCESS_PERMISSION_MISSING', 403), 'root_management_unit_analyst')
  await vi.waitFor(() => expect(place.textContent).toContain('1 rue Neuve'))
  expect(place.textContent).toContain('LIL-01')
  expect(place.querySelector('form, input, button[type=submit]')).toBeNull()
})

it('the first store of a client is told that a management unit comes first, and is led there', async () => {
  const http = createHttp({
    fetch: async (url) =>
      Response.json((url as string).includes('available-parents') ? { organizations: [] } : { 'hydra:member': [] }),
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(() => <EntityFormPage id={null} />, ['/entities']).screen, {
    language: 'en-GB',
    texts: ['errors', 'entity', 'organization'],
    http,
    user: signedInUser({ module: 'root', userType: 'root_management_unit_manager' }),
  })
  const press = (selector: string, name: string) =>
    vi.waitFor(() => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
        ({ textContent }) => textContent === name,
      )
      if (found === undefined) throw new Error(`no ${name} yet`)
      found.click()
    })
  const type = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input'))
  type.click()
  await press('[role="option"]', 'Store')
  await vi.waitFor(() => expect(place.textContent).toContain('there is none yet'))
  await press('button', 'Create a management unit')
  await vi.waitFor(() => expect(place.textContent).toContain('Holds stores and other management units.'))
  expect(place.textContent).not.toContain('there is none yet')
})

it('the only region stands in the form of a new store, in the country of the account', async () => {
  const { place } = await drawScreen(
    overPages(() => <EntityFormPage id={null} newType="store" />, ['/entities']).screen,
    {
      language: 'en-GB',
      texts: ['errors', 'entity', 'organization'],
      http: createHttp({
        fetch: async (url) =>
          Response.json((url as string).includes('available-parents') ? parents : { 'hydra:member': [] }),
        module: () => null,
        onSessionEnded: () => undefined,
      }),
      user: signedInUser({
        module: 'root',
        userType: 'root_management_unit_manager',
        viewedAccount: { currency: 'EUR', timeZone: 'Europe/Brussels', companyCountry: 'BE' },
      }),
    },
  )
  const { field } = officeForm(place)
  await vi.waitFor(async () => expect((await field('Parent')).value).toContain('North'))
  await vi.waitFor(async () => expect((await field('Country')).value).toBe('Belgium'))
})
