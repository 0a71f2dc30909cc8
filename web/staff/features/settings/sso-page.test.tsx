import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { usualSso } from '#domain/sso/sso-configuration.schema.ts'
import { userTypes, type UserType } from '#domain/organization/user-type.ts'
import type { SsoAnswer } from '#sync/calls/sso.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { SsoPage } from './sso-page.tsx'

const stored: SsoAnswer = {
  version: 3,
  organizationId: '019a6410-0000-7000-8000-000000000001',
  status: 'active',
  domains: ['shop.example'],
  clientId: 'reprise',
  hasClientSecret: true,
  configurationEndpoint: 'https://id.example/.well-known/openid-configuration',
  ...usualSso,
  roleClaim: null,
  proofs: [
    {
      domain: 'shop.example',
      proof: null,
      record: { name: '_reprise.shop.example', value: 'reprise-domain-verification=abc' },
    },
  ],
  trustsUnverified: false,
  roles: [],
  redirectUri: 'https://reprise.example/open-id/x/callback',
  afterSignOutUri: 'https://reprise.example/open-id/logout',
}

/** The page over a server that gives each call that changes something the next of `answers`. */
async function open(answers: readonly Response[], first: SsoAnswer | Response = stored, userType: UserType = 'admin') {
  const sent: { readonly path: string; readonly version: string | null; readonly body: unknown }[] = []
  const left = [...answers]
  const http = createHttp({
    fetch: async (address, init) => {
      if (init?.method === 'GET') return first instanceof Response ? first.clone() : Response.json(first)
      const body: unknown = await new Response(init?.body ?? null).json()
      sent.push({ path: address as string, version: new Headers(init?.headers).get('if-match'), body })
      return left.shift() ?? Response.error()
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const page = () => <SsoPage organizationId={stored.organizationId} />
  const { place } = await drawScreen(overPages(page, ['/connectors/x/SSO']).screen, {
    language: 'en-GB',
    texts: ['errors', 'sso', 'settings', 'organization'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType }),
  })
  const field = (label: string) =>
    vi.waitFor(() => {
      const found = [...place.querySelectorAll('label')].find(({ textContent }) => textContent === label)
      const input = found && document.getElementById(found.htmlFor)
      if (!(input instanceof HTMLInputElement)) throw new Error(`no field ${label}`)
      return input
    })
  const press = async (name: string) => {
    const button = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    await userEvent.click(button!)
  }
  const says = (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text))
  return { place, sent, field, press, says }
}

describe('the page of an identity provider (CONN-15, CONN-16)', () => {
  it(
    'sends the whole in the version that it began with, and no secret where none is typed',
    { tags: ['slow'] },
    async () => {
      const { sent, field, press, says } = await open([Response.json({ ...stored, clientId: 'other', version: 4 })])
      await userEvent.fill(await field('Client ID'), 'other')
      await press('Save')
      await says('Settings saved')
      expect(sent).toEqual([
        {
          path: `/api/organizations/${stored.organizationId}/sso`,
          version: '"3"',
          body: {
            status: 'active',
            domains: ['shop.example'],
            clientId: 'other',
            configurationEndpoint: stored.configurationEndpoint,
            ...usualSso,
            trustsUnverified: false,
            roleClaim: null,
            roles: [],
          },
        },
      ])
    },
  )

  it('says at the field what does not fit, with its bounds, and sends nothing', { tags: ['slow'] }, async () => {
    const { sent, field, press, says, place } = await open([])
    await userEvent.fill(await field('Client secret'), 'short')
    await userEvent.fill(await field('Role claim'), 'groups')
    await press('Save')
    await says('8 to 512')
    await says('Add at least one match')
    await vi.waitFor(() => expect(document.activeElement).toBe(place.querySelector('[aria-invalid=true]')))
    expect(sent).toEqual([])
  })

  it('keeps what was typed where another user was first, and where it is refused', { tags: ['slow'] }, async () => {
    const refusal = (code: string, status: number) => Response.json({ code, message: code }, { status })
    const { field, press, says } = await open([
      refusal('SSO_DOMAIN_TAKEN', 409),
      refusal('REQUEST_VERSION_CONFLICT', 412),
    ])
    await userEvent.fill(await field('Client ID'), 'mine')
    await press('Save')
    await says('signs in with another organisation already')
    await press('Save')
    await says('Somebody changed this')
    expect((await field('Client ID')).value).toBe('mine')
  })

  it('says of a page that is filled in that it is off, and offers to switch it on', { tags: ['slow'] }, async () => {
    const { sent, press, says, place } = await open([Response.json(stored)], { ...stored, status: 'inactive' })
    await says('Sign-in with the organisation is off')
    await press('Switch it on')
    await vi.waitFor(() => expect(place.textContent).not.toContain('Sign-in with the organisation is off'))
    await press('Save')
    await vi.waitFor(() => expect(sent[0]?.body).toMatchObject({ status: 'active' }))
  })

  it('takes no password of the browser’s for its secret, and offers no administrator for a role', async () => {
    const roles = [{ value: 'sellers', userType: 'store_seller' }] as const
    const { field } = await open([], { ...stored, roleClaim: 'roles', roles: [...roles] })
    expect((await field('Client secret')).autocomplete).toBe('new-password')
    expect((await field('Client ID')).autocomplete).toBe('off')
    ;(await field('User type 1')).click()
    const options = await vi.waitFor(() => {
      const found = [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)
      return found.length > 0 ? found : expect.fail('no options')
    })
    expect(options).toHaveLength(userTypes.length - 3)
    for (const name of ['Platform administrator', 'Super administrator']) expect(options).not.toContain(name)
  })

  it('shows an analyst what is stored, without a way to change or try it (CONN-04)', async () => {
    const { place, field } = await open([], stored, 'root_management_unit_analyst')
    expect((await field('Client ID')).value).toBe('reprise')
    const names = [...place.querySelectorAll('button')].map(({ textContent }) => textContent)
    expect(names).not.toContain('Save')
    expect(names).not.toContain('Try the address')
  })

  it.each([
    ['ACCESS_PERMISSION_MISSING', 403, 'Access restricted'],
    ['REQUEST_NOT_FOUND', 404, 'Unknown organisation'],
  ])('answered %s says so in words of its own (CONN-04)', async (code, status, text) => {
    const { says, place } = await open([], Response.json({ code, message: code }, { status }))
    await says(text)
    expect(place.querySelector('form')).toBeNull()
  })

  it('tries the address that is typed, and says what is wrong with it', { tags: ['slow'] }, async () => {
    const nothing = { issuer: null, canSignOut: false, scopes: null, claims: null }
    const { sent, field, press, says } = await open([Response.json({ fault: 'unreachable', ...nothing })])
    await userEvent.fill(await field('Configuration address'), 'https://other.example/.well-known/x')
    await press('Try the address')
    await says('Nothing answers at this address.')
    expect(sent[0]?.body).toEqual({ configurationEndpoint: 'https://other.example/.well-known/x' })
  })
})
