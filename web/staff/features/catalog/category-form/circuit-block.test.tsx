import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { CategoryAnswer } from '#sync/calls/category.ts'
import { id } from '#tests/support/floor-world.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { CircuitBlock } from './circuit-block.tsx'

const circuit = (n: number, name: string, status: string, categories: readonly number[]) => ({
  id: id(n),
  name,
  type: 'web_post',
  channel: 'web',
  deposit: 'post',
  status,
  version: 1,
  description: null,
  translations: {},
  terms: null,
  ruleDescription: null,
  highlightedInstruction: null,
  customValues: null,
  transferOrderNumberOfCopy: 1,
  defaultInstructions: [],
  eligibleCountries: [],
  paymentModeIds: [],
  transportOptionIds: [],
  modifier: null,
  ownLabel: false,
  carrierMissing: false,
  categories: categories.map((one) => ({ id: id(one), name: `C${one}` })),
})

/** The circuits of category 1; the server takes each change, or refuses it with a code. */
async function draw(refusal: string | null = null) {
  const given = new Set([5])
  const changes: string[] = []
  const network = ((address: string, init?: RequestInit) => {
    if (init?.method === 'POST' || init?.method === 'DELETE') {
      changes.push(`${init.method} ${address}`)
      if (refusal !== null) return Promise.resolve(Response.json({ code: refusal }, { status: 409 }))
      if (init.method === 'POST') given.add(6)
      else given.delete(5)
      return Promise.resolve(new Response(null, { status: 204 }))
    }
    const own = (n: number) => (given.has(n) ? [1] : [])
    const all = [
      circuit(5, 'By post', 'enabled', own(5)),
      circuit(6, 'Pick-up', 'disabled', own(6)),
      circuit(7, 'Gone', 'archived', []),
    ]
    return Promise.resolve(Response.json({ 'hydra:member': all, 'hydra:totalItems': all.length }))
  }) as typeof fetch
  const http = createHttp({ fetch: network, module: () => null, onSessionEnded: () => undefined })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const category = { id: id(1), status: 'active', circuits: [] as unknown } as CategoryAnswer
  const { screen } = overPages(() => <CircuitBlock category={category} />, ['/category'], '/category')
  const user = signedInUser({ userType: 'root_management_unit_manager', module: 'root' })
  const { place } = await drawScreen(screen, { language: 'en-GB', texts: ['errors', 'catalog'], http, queries, user })
  await vi.waitUntil(() => place.textContent.includes('By post'))
  const field = place.querySelector<HTMLInputElement>('#field-circuits')!
  const option = (name: string) =>
    vi.waitUntil(() =>
      [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) => one.textContent === name),
    )
  return { place, changes, field, option }
}

it('gives a circuit to the category at once, inactive ones by name, and offers none that is archived', async () => {
  const { place, changes, field, option } = await draw()
  expect(place.textContent).toContain('No active circuit')
  await userEvent.click(field)
  const choice = await option('Pick-up (inactive)')
  expect([...document.querySelectorAll('[role="option"]')].map((one) => one.textContent)).not.toContain('Gone')
  await userEvent.click(choice)
  await vi.waitUntil(() => changes.length === 1)
  expect(changes).toEqual([`POST /api/categories/${id(1)}/circuits/${id(6)}`])
  await vi.waitUntil(() => place.querySelectorAll('.mantine-Pill-root').length === 2)
})

it('says why a circuit was not taken away, and keeps it', async () => {
  const { place, changes, field } = await draw('CIRCUIT_STORE_DROP_MISSING')
  await userEvent.click(field)
  await userEvent.keyboard('{Backspace}')
  await vi.waitUntil(() => place.querySelector('[role="alert"]'))
  expect(changes).toEqual([`DELETE /api/categories/${id(1)}/circuits/${id(5)}`])
  await vi.waitUntil(() => place.querySelectorAll('.mantine-Pill-root').length === 1)
})
