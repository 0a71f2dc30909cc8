import { QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import { permissionsOf } from '#domain/access/permission.ts'
import type { UserType } from '#domain/organization/user-type.ts'
import { row } from '#tests/support/floor-world.ts'
import { clearScreens, drawScreen, overPages, type ScreenParts } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { PrintContext } from '#web/staff/ui/print/use-print.ts'
import { rowOfItem, type QuarantineRow } from './quarantine-row.ts'
import { ReleasePanel } from './release-panel.tsx'

/** A proposal whose mail has gone. */
const sent = {
  id: 'p1',
  state: 'open',
  priceCents: 1,
  createdAt: '2026-11-02T10:00:00.000Z',
  expiresAt: null,
  answeredAt: null,
  mailProblem: null,
}
const soon = { timeout: 10_000 }

const still = { subscribe: () => () => undefined, status: () => ({ online: true }), config: () => null }

async function show(
  change: Partial<QuarantineRow>,
  userType: UserType = 'warehouse_manager',
  engine: object = still,
  more: Pick<ScreenParts, 'http' | 'queries'> = {},
) {
  const quarantined = { ...rowOfItem(row(1)), buybackStatus: 'bb_in_processing', ...change } as const
  const user = { module: 'rps', userType, frontPermissions: { rps: permissionsOf(userType) } }
  const { screen } = overPages(() => <ReleasePanel row={quarantined} item={null} nowMs={0} onClose={() => undefined} />)
  await drawScreen(<PrintContext value={() => undefined}>{screen}</PrintContext>, {
    language: 'en-GB',
    texts: ['quarantine', 'warehouse', 'document', 'errors'],
    user: user as unknown as StoredUser,
    engine,
    ...more,
  })
  const panel = await vi.waitUntil(() => document.querySelector<HTMLElement>('[role="dialog"] section[aria-label]'))
  return {
    said: panel.textContent,
    offered: [...panel.querySelectorAll('button')].filter(({ disabled }) => !disabled).map((way) => way.textContent),
    links: () => [...document.querySelectorAll<HTMLAnchorElement>('[role="dialog"] a')],
  }
}

describe('a way out of quarantine says what it does', () => {
  it('of a price that is proposed', async () => {
    const { said } = await show({ proposedAtMs: 1 })
    expect(said).toContain('the proposal is void')
    expect(said).toContain('The customer is paid the declared price')
    expect(said).toContain('ends without a payment')
  })

  it('of a product that was set aside', async () => {
    const { said } = await show({ setAside: 'locked', proposedAtMs: null })
    expect(said).not.toContain('proposal')
  })

  it.each([
    ['bb_cancelled', 'the customer keeps the money, or still receives it', 'the buyback stays cancelled'],
    ['bb_completed', 'paid already', 'Not possible for this buyback'],
  ] as const)('of a buyback that is %s, which stays so', async (buybackStatus, kept, returned) => {
    const { said } = await show({ buybackStatus })
    expect(said).toContain(kept)
    expect(said).toContain(returned)
    expect(said).not.toContain('is paid the declared price')
  })
})

it.each([
  ['bb_in_processing', ['Test again', 'Keep the product', 'Return to the customer']],
  ['bb_completed', ['Keep the product']],
  ['bb_not_completed', ['Return to the customer']],
  ['bb_cancelled', ['Keep the product', 'Return to the customer']],
] as const)(
  'a device without a copy of a product offers the ways out of one that is %s',
  async (buybackStatus, ways) => {
    expect((await show({ buybackStatus })).offered).toEqual(ways)
  },
)

it('no label is offered for what cannot go back', async () => {
  const labels = (): number =>
    [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === 'Return label').length
  await show({})
  expect(labels()).toBe(1)
  clearScreens()
  await show({ buybackStatus: 'bb_completed' })
  expect(labels()).toBe(0)
})

it('a quarantined item leads to what its test found, for a user who may read it', async () => {
  const { links } = await show({})
  expect(links().map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['See the test', `/items-stock/${row(1).id}/edit?tab=conformity`],
  ])
  clearScreens()
  expect((await show({}, 'store_seller')).links()).toEqual([])
})

it('a release that is not decided says so instead of where the product goes, until the server has applied it', async () => {
  let state = 'pending'
  const listeners = new Set<(event: unknown) => void>()
  const engine = {
    subscribe: (listener: (event: unknown) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    status: () => ({ online: true }),
    config: () => null,
    dispatch: async () => ({ captured: true, opId: 'o1' }),
    sync: async () => undefined,
    operationsOf: async () => [{ opId: 'o1', state }],
  }
  const decide = (next: string): void => {
    state = next
    for (const listener of listeners) listener({ kind: 'ops', itemIds: 'all' })
  }
  await show({}, 'warehouse_manager', engine)
  const press = async (name: string) =>
    (
      await vi.waitUntil(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name))
    ).click()
  const said = () => document.querySelector('[role="dialog"]')?.textContent ?? ''
  await press('Keep the product')
  await press('Confirm the release')
  await vi.waitFor(() => expect(said()).toContain('it is kept on this device and will be sent'))
  expect(said()).not.toContain('Release recorded')
  expect(said()).not.toContain('Return to the customer')
  decide('held')
  await vi.waitFor(() => expect(said()).toContain('it waits for a decision'))
  decide('applied')
  await vi.waitFor(() => expect(said()).toContain('Now move the product'))
})

it('a mail or a label that cannot be had is told by the panel alone, each try in its own words (WH-16, WH-17)', async () => {
  const [mail, label] = [`/api/quarantine/${row(1).id}/mail`, `/api/warehouse/items/${row(1).id}/return-label`]
  const refused = new Map<string, readonly [code: string, status: number]>([
    [mail, ['QUARANTINE_NO_ADDRESS', 422]],
    [label, ['RETURN_LABEL_NO_ADDRESS', 422]],
  ])
  const asked: string[] = []
  const http = createHttp({
    fetch: (address) => {
      const { pathname } = new URL(address as string, location.origin)
      asked.push(pathname)
      const [code, status] = refused.get(pathname) ?? [null, 200]
      return Promise.resolve(Response.json(code === null ? sent : { code, message: 'x' }, { status }))
    },
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const raised = vi.fn()
  const queries = new QueryClient({ defaultOptions: { mutations: { onError: raised } } })
  await show({ proposedAtMs: 1, returnLabel: null }, 'warehouse_manager', still, { http, queries })
  const press = async (name: string) =>
    (
      await vi.waitUntil(
        () =>
          [...document.querySelectorAll('button')].find(
            ({ textContent, disabled, dataset }) =>
              textContent === name && !disabled && dataset['loading'] === undefined,
          ),
        soon,
      )
    ).click()
  const told = () => [...document.querySelectorAll('[role="dialog"] [role="alert"]')].map((each) => each.textContent)
  const tells = (text: string | RegExp) => vi.waitFor(() => expect(told()).toEqual([expect.stringMatching(text)]), soon)
  await press('Send the mail again')
  await tells(/^The customer has no e-mail address: reach them in another way\.$/)
  await press('Return label')
  await tells(/address is incomplete/)
  refused.set(mail, ['SERVER_ERROR', 500])
  await press('Send the mail again')
  await tells(/^The action did not work\.$/)
  await press('Return label')
  await tells(/address is incomplete/)
  refused.delete(mail)
  await press('Send the mail again')
  const gone = 'The mail is on its way'
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain(gone), soon)
  expect(told()).toEqual([])
  expect(raised).not.toHaveBeenCalled()
  expect(asked).toEqual([mail, label, mail, label, mail])
})
