import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { UserType } from '#domain/organization/user-type.ts'
import type { DispatchAnswer } from '#sync/calls/dispatch.ts'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { DispatchPage } from './dispatch-page.tsx'

const rule = (number: number) => ({
  id: `019a6410-0000-7000-8000-00000000000${number}`,
  version: 1,
  title: `Rule ${number}`,
  position: number,
  conditions: [],
  warehouseIds: [],
  updatedAt: '2026-11-01T10:00:00.000Z',
})
const setup: DispatchAnswer = {
  version: 4,
  defaultWarehouseId: null,
  isGeographic: false,
  rules: [1, 2, 3].map(rule),
  warehouses: [],
  stores: [],
  brands: [],
  categories: [],
  circuits: [],
  grades: [],
}

interface Save {
  readonly version: string | null
  readonly body: { readonly isGeographic?: boolean; readonly ruleIds?: readonly string[] }
  readonly answer: (response: Response) => void
}

/** The page over a server that answers the first question; each change is answered by the test. */
async function open(userType: UserType = 'admin') {
  let fails = false
  const saves: Save[] = []
  const http = createHttp({
    fetch: async (_url, init) => {
      if (init?.method !== 'PATCH')
        return fails ? Response.json({ code: 'X', message: 'x' }, { status: 500 }) : Response.json(setup)
      const body = (await new Response(init.body ?? null).json()) as Save['body']
      const { promise, resolve } = Promise.withResolvers<Response>()
      saves.push({ version: new Headers(init.headers).get('if-match'), body, answer: resolve })
      return promise
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(DispatchPage, ['/warehouse-dispatch']).screen, {
    language: 'en-GB',
    texts: ['errors', 'dispatch'],
    http,
    queries: new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    user: signedInUser({ module: userType === 'admin' ? 'root' : 'rps', userType }),
    engine: { subscribe: () => () => undefined, status: () => ({ online: true }) },
  })
  const geographic = () => place.querySelector<HTMLInputElement>('input[role=switch]')!
  await vi.waitFor(() => expect(geographic()).not.toBeNull())
  const titles = () => [...place.querySelectorAll('[data-rule] a')].map(({ textContent }) => textContent)
  const press = (label: string) => place.querySelector<HTMLElement>(`button[aria-label="${label}"]`)!.click()
  return {
    place,
    geographic,
    titles,
    press,
    saves,
    fail: () => (fails = true),
    saved: (count: number) => vi.waitFor(() => expect(saves).toHaveLength(count)),
  }
}

it('a change shows at once, names the version that it was made over, and is taken back while the server fails', async () => {
  const { place, geographic, saves, saved, fail } = await open()
  geographic().click()
  await vi.waitFor(() => expect(geographic().checked).toBe(true))
  await saved(1)
  expect(saves[0]).toMatchObject({ version: '"4"', body: { isGeographic: true } })
  fail()
  saves[0]!.answer(Response.json({ code: 'X', message: 'x' }, { status: 500 }))
  await vi.waitFor(() => expect(place.querySelector('[role=alert]')).not.toBeNull())
  expect(geographic().checked).toBe(false)
})

it('changes that follow each other quickly all show, and each is made over the one before', async () => {
  const { geographic, titles, press, saves, saved } = await open()
  press('Move Rule 1 down')
  await vi.waitFor(() => expect(titles()).toEqual(['Rule 2', 'Rule 1', 'Rule 3']))
  press('Move Rule 1 down')
  await vi.waitFor(() => expect(titles()).toEqual(['Rule 2', 'Rule 3', 'Rule 1']))
  geographic().click()
  await vi.waitFor(() => expect(geographic().checked).toBe(true))
  let stored = setup
  for (const at of [0, 1, 2]) {
    await saved(at + 1)
    const { ruleIds, ...rest } = saves[at]!.body
    const rules = ruleIds?.map((id) => setup.rules.find((one) => one.id === id)!) ?? stored.rules
    stored = { ...stored, ...rest, rules, version: stored.version + 1 }
    saves[at]!.answer(Response.json(stored))
    expect(titles()).toEqual(['Rule 2', 'Rule 3', 'Rule 1'])
    expect(geographic().checked).toBe(true)
  }
  expect(saves.map(({ version }) => version)).toEqual(['"4"', '"5"', '"6"'])
})

it('a rule is dropped where the hand lets go, however quick it was', async () => {
  const { place, titles, saves, saved } = await open()
  const grip = place.querySelector<HTMLElement>('button[aria-label="Move Rule 3"]')!
  const over = place.querySelector('[data-rule]')!.getBoundingClientRect()
  const at = { pointerId: 1, bubbles: true, clientX: over.x + 40, clientY: over.y + over.height / 2 }
  // No pointer of the machine is down, so that there is none to capture.
  grip.setPointerCapture = () => undefined
  for (const type of ['pointerdown', 'pointermove', 'pointerup']) grip.dispatchEvent(new PointerEvent(type, at))
  await vi.waitFor(() => expect(titles()).toEqual(['Rule 3', 'Rule 1', 'Rule 2']))
  await saved(1)
  expect(saves[0]!.body.ruleIds).toEqual([3, 1, 2].map((number) => rule(number).id))
})

it('rules that are searched keep their places, and are not moved (EXP-20)', async () => {
  const { place, titles } = await open()
  expect(titles()).toEqual(['Rule 1', 'Rule 2', 'Rule 3'])
  const search = place.querySelector<HTMLInputElement>('input[type=search]')!
  await userEvent.fill(search, 'rule 2')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(titles()).toEqual(['Rule 2']))
  expect(place.querySelector('button[aria-label^="Move"]')).toBeNull()
  await userEvent.fill(search, '')
  await userEvent.keyboard('{Enter}')
  await vi.waitFor(() => expect(titles()).toEqual(['Rule 1', 'Rule 2', 'Rule 3']))
  expect(place.querySelector('button[aria-label^="Move"]')).not.toBeNull()
})

it('who may only read the rules changes none, and is told so', async () => {
  const { place, geographic } = await open('warehouse_manager')
  expect(place.textContent).toContain('not change them')
  expect(place.querySelector('button[aria-label^="Move"]')).toBeNull()
  expect(geographic().disabled).toBe(true)
})
