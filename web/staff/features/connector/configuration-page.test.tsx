import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { connectorOf } from '#domain/connector/connector.ts'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { ConfigurationPage } from './configuration-page.tsx'

const { home: _home, eventsAt: _eventsAt, ...cards } = connectorOf('gift_card')!
const { id: connectorId, name, type, fqn } = cards
const held: ConfigurationAnswer = {
  id: '019a6410-0000-7000-8000-000000000001',
  version: 3,
  connector: { id: connectorId, name, type, fqn },
  organizationId: '019a6410-0000-7000-8000-000000000002',
  name: 'Cartes',
  status: 'active',
  eventPath: null,
  properties: [
    { name: 'url', value: 'https://cards.example', isSecret: false },
    { name: 'apiKey', value: null, isSecret: true },
    { name: 'brand', value: 'Plus', isSecret: false },
  ],
}
const refusal = (code: string, status: number, field?: string) =>
  Response.json({ code, message: code, field }, { status })

/** The page over a server that gives each change the next of `answers`. */
async function open(answers: readonly Response[] = []) {
  const changes: { readonly body: unknown; readonly version: string | null }[] = []
  const left = [...answers]
  const http = createHttp({
    fetch: async (address, init) => {
      if (init?.method === 'PATCH') {
        changes.push({
          body: JSON.parse(init.body as string) as unknown,
          version: new Headers(init.headers).get('if-match'),
        })
        return left.shift() ?? Response.error()
      }
      return (address as string).includes('/connectors/')
        ? Response.json({ ...cards, options: {} })
        : Response.json(held)
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const page = () => <ConfigurationPage id={held.id} organizationId={undefined} />
  await drawScreen(overPages(page, ['/connectors']).screen, {
    language: 'en-GB',
    texts: ['errors', 'connector'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  const field = async (label: string) => {
    await vi.waitFor(() => expect(document.querySelector('form input')).not.toBeNull())
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))
    return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
  }
  const type = async (label: string, text: string) => {
    const input = await field(label)
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const save = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Save')!.click()
  const says = (text: string) => vi.waitFor(() => expect(document.body.textContent).toContain(text))
  return { changes, field, type, save, says }
}

describe('the page of a configuration (CONN-03)', () => {
  it('shows that a secret is set, and sends one only where it is typed', async () => {
    const { changes, field, type, save, says } = await open([
      refusal('SERVER_ERROR', 500),
      refusal('SERVER_ERROR', 500),
    ])
    await says('No effect yet')
    expect((await field('API key')).value).toBe('')
    await says('A value is stored. Leave empty to keep it.')
    await type('Brand', 'Plus Plus')
    save()
    await says('The connector operation failed')
    await type('API key', 'another-long-key')
    save()
    await vi.waitFor(() => expect(changes).toHaveLength(2))
    const brand = { name: 'brand', value: 'Plus Plus' }
    expect(changes).toEqual([
      { version: '"3"', body: { name: 'Cartes', status: 'active', properties: [brand] } },
      {
        version: '"3"',
        body: { name: 'Cartes', status: 'active', properties: [{ name: 'apiKey', value: 'another-long-key' }, brand] },
      },
    ])
  })

  it('keeps what the server has refused of a field until that field is changed', async () => {
    const { field, type, save, says } = await open([refusal('CARRIER_HOST_NOT_ALLOWED', 422, 'url')])
    const url = await field('Address')
    await type('Brand', 'Plus Plus')
    save()
    await vi.waitFor(() => expect(url.getAttribute('aria-invalid')).toBe('true'))
    await vi.waitFor(() => expect(document.activeElement).toBe(url))
    await type('Brand', 'Plus')
    await says('Cartes')
    await new Promise((done) => setTimeout(done, 50))
    expect(url.getAttribute('aria-invalid')).toBe('true')
    await type('Address', 'https://cards.example/v2')
    await vi.waitFor(() => expect(url.getAttribute('aria-invalid')).not.toBe('true'))
  })

  it('keeps what was typed when the name is taken or another user was faster (CONN-10, CONN-11)', async () => {
    const { field, type, save, says } = await open([
      refusal('CONNECTOR_NAME_TAKEN', 409, 'name'),
      refusal('REQUEST_VERSION_CONFLICT', 412),
    ])
    await type('Name of the configuration', 'Taken')
    save()
    await says('has this name already')
    expect((await field('Name of the configuration')).getAttribute('aria-invalid')).toBe('true')
    await type('Name of the configuration', 'Free')
    expect((await field('Name of the configuration')).getAttribute('aria-invalid')).not.toBe('true')
    save()
    await says('Reload')
    expect((await field('Name of the configuration')).value).toBe('Free')
  })
})
