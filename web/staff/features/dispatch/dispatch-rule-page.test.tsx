import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { dispatchKey } from './dispatch-calls.ts'
import { DispatchRulePage } from './dispatch-rule-page.tsx'

const warehouse = {
  id: '019a6410-0db2-7c2b-bc96-49f2e604f79e',
  name: 'Lyon',
  city: 'Lyon',
  active: true,
  coordinates: null,
}
const ruleId = '019a6410-0000-7000-8000-000000000001'
const rule = {
  id: ruleId,
  version: 1,
  title: 'Phones',
  position: 1,
  conditions: [{ attribute: 'brand', operator: 'is', values: ['Apple'] }],
  warehouseIds: [warehouse.id],
  updatedAt: '2026-11-01T10:00:00.000Z',
}
const setup = {
  version: 1,
  defaultWarehouseId: null,
  isGeographic: false,
  warehouses: [warehouse],
  stores: [],
  brands: ['Apple'],
  categories: [],
  circuits: [],
  grades: [],
}

/** The page of a rule, over a server whose rule another user may change. */
async function open() {
  let stored = { ...setup, rules: [rule] }
  const removals: (string | null)[] = []
  const saves: { readonly version: string | null; readonly body: unknown }[] = []
  const http = createHttp({
    fetch: async (_url, init) => {
      if (init?.method !== 'PATCH' && init?.method !== 'DELETE') return Response.json(stored)
      const version = new Headers(init.headers).get('if-match')
      if (init.method === 'DELETE') removals.push(version)
      else saves.push({ version, body: await new Response(init.body ?? null).json() })
      const conflict = { code: 'REQUEST_VERSION_CONFLICT', message: 'changed', details: { version: 2 } }
      return Response.json(conflict, { status: 409 })
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { screen } = overPages(DispatchRulePage, ['/warehouse-dispatch-rule/$id'], `/warehouse-dispatch-rule/${ruleId}`)
  const { place } = await drawScreen(screen, {
    language: 'en-GB',
    texts: ['errors', 'dispatch'],
    http,
    queries,
    user: signedInUser({ module: 'root', userType: 'admin' }),
    engine: { subscribe: () => () => undefined, status: () => ({ online: true }) },
  })
  const title = () => vi.waitUntil(() => place.querySelector<HTMLInputElement>('form input'))
  const type = async (text: string): Promise<void> => {
    ;(await title()).select()
    document.execCommand('insertText', false, text)
  }
  const press = async (name: string): Promise<void> => {
    const button = () => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    ;(await vi.waitUntil(button)).click()
  }
  /** Another user saves the rule under another title and renames its warehouse, and this page hears of it. */
  const changedByAnother = async (): Promise<void> => {
    const warehouses = [{ ...warehouse, name: 'Lyon East' }]
    stored = { ...setup, warehouses, rules: [{ ...rule, version: 2, title: 'Phones and tablets' }] }
    await queries.invalidateQueries({ queryKey: dispatchKey })
    await vi.waitFor(() => expect(place.textContent).toContain('Lyon East'))
  }
  return { place, title, type, press, changedByAnother, saves, removals }
}

describe('a dispatch rule that another user changes in between', () => {
  it('is saved over the version that was shown, so that it is refused and nothing is overwritten', async () => {
    const { type, press, changedByAnother, saves } = await open()
    await type('Mine')
    await changedByAnother()
    await press('Save')
    await vi.waitFor(() => expect(saves).toMatchObject([{ version: '"1"', body: { title: 'Mine' } }]))
  })

  it('is deleted over the version that was shown, so that the change of another is seen first', async () => {
    const { place, title, type, press, changedByAnother, removals } = await open()
    await type('Mine')
    await changedByAnother()
    await press('Delete the rule')
    const dialog = await vi.waitUntil(() => document.querySelector('[role="dialog"]'))
    ;[...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === 'Delete the rule')?.click()
    await vi.waitFor(() => expect(removals).toEqual(['"1"']))
    await vi.waitFor(() => expect(place.querySelector('[role="alert"]')?.textContent).toContain('changed this'))
    await press('Reload')
    await vi.waitFor(async () => expect((await title()).value).toBe('Phones and tablets'))
    expect(place.querySelector('[role="alert"]')).toBeNull()
  })

  it('is shown as it is now on request', async () => {
    const { place, title, type, press, changedByAnother } = await open()
    await type('Mine')
    await changedByAnother()
    await press('Save')
    await press('Reload')
    await vi.waitFor(async () => expect((await title()).value).toBe('Phones and tablets'))
    expect(place.querySelector('[role="alert"]')).toBeNull()
  })

  it('follows by itself as long as nothing is typed', async () => {
    const { title, changedByAnother } = await open()
    expect((await title()).value).toBe('Phones')
    await changedByAnother()
    await vi.waitFor(async () => expect((await title()).value).toBe('Phones and tablets'))
  })
})

it('a new rule says what is missing: its title, a condition’s value and a warehouse', async () => {
  const http = createHttp({
    fetch: async () => Response.json({ ...setup, rules: [] }),
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { screen } = overPages(DispatchRulePage, ['/warehouse-dispatch-rule/new', '/warehouse-dispatch'])
  const { place } = await drawScreen(screen, {
    texts: ['errors', 'dispatch'],
    http,
    user: signedInUser({ module: 'root', userType: 'admin' }),
    engine: { subscribe: () => () => undefined, status: () => ({ online: true }) },
  })
  await vi.waitUntil(() => place.querySelector('form input'))
  const save = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Enregistrer')
  save?.click()
  await vi.waitFor(() => {
    for (const fault of [
      'Ce champ est obligatoire et doit compter de 2 à 255 caractères.',
      'Ce champ est obligatoire.',
      'Choisissez au moins un entrepôt.',
    ])
      expect([...place.querySelectorAll('[id$="-error"], [role=alert]')].map((told) => told.textContent)).toContain(
        fault,
      )
  })
})
