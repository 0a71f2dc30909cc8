import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { config, otherWarehouseId, uuid, warehouseId } from '#tests/support/rows.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import type { PackageView } from '#web/local/copy/package-view.ts'
import { FeedbackProvider } from '#web/scan/feedback-provider.tsx'
import { readAddress } from '#web/staff/app/address.ts'
import { Route } from '#web/staff/app/routes/expedition.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { PrintContext } from '#web/staff/ui/print/use-print.ts'
import { ExpeditionPage } from './expedition-page.tsx'
import type { PackageSort } from './package-order.ts'

const soon = { timeout: 10_000 }
const [lille, nancy] = [otherWarehouseId, uuid(2, 3)]
const known = { ...config, warehouses: [...config.warehouses, { id: nancy, name: 'Nancy', city: null }] }

const view = (number: number, destinationWarehouseId: string) =>
  ({
    row: {
      id: uuid(5, number),
      number: `0400000${number}`,
      status: 'open',
      origin: { type: 'warehouse', warehouseId },
      destinationWarehouseId,
      itemIds: [uuid(4, number)],
      closedAtMs: null,
    },
    pending: 0,
    refused: 0,
  }) as unknown as PackageView
const views = [view(1, lille), view(2, nancy), view(3, lille)]

/** The packages of Lyon at an address. */
async function open(address: string) {
  const engine = {
    subscribe: () => () => undefined,
    status: () => ({ online: true }),
    config: () => known,
    author: () => null,
    isCopyMissed: () => false,
    copyInfo: () => null,
    packages: async () => views,
  }
  const searches: object[] = []
  const Page = () => {
    const search: object = useSearch({ strict: false })
    useEffect(() => void searches.push(search))
    const { sort = 'destination' } = readAddress(Route, search) as { readonly sort?: PackageSort }
    return <ExpeditionPage itemId={undefined} destination={undefined} sort={sort} />
  }
  const { screen } = overPages(
    () => (
      <FeedbackProvider>
        <PrintContext value={() => undefined}>
          <Page />
        </PrintContext>
      </FeedbackProvider>
    ),
    ['/expedition'],
    address,
  )
  const currentOrganization = { id: warehouseId } as StoredUser['currentOrganization']
  const { place } = await drawScreen(screen, {
    texts: ['expedition', 'document'],
    user: signedInUser({ currentOrganization }),
    engine,
  })
  const order = await vi.waitUntil(
    () => [...place.querySelectorAll('select')].find((one) => one.labels[0]?.textContent.startsWith('Ordre')),
    soon,
  )
  const shows = (numbers: readonly number[]) =>
    vi.waitFor(() => {
      const cards = [...place.querySelectorAll('section li')].map(({ textContent }) =>
        textContent.replaceAll(/\s/g, ''),
      )
      expect(cards).toEqual(numbers.map((number) => expect.stringContaining(`0400000${number}`)))
    }, soon)
  return { order, shows, search: () => searches.at(-1) }
}

it('packages stand by destination until the latest are asked for first, which the address keeps (EXP-01)', async () => {
  const { order, shows, search } = await open('/expedition')
  await shows([3, 1, 2])
  await userEvent.selectOptions(order, 'newest')
  await shows([3, 2, 1])
  await vi.waitFor(() => expect(search()).toEqual({ sort: 'newest' }), soon)
  await userEvent.selectOptions(order, 'destination')
  await shows([3, 1, 2])
  await vi.waitFor(() => expect(search()).toEqual({}), soon)
})

it.each([
  ['newest', [3, 2, 1]],
  ['rubbish', [3, 1, 2]],
] as const)('an address with the order %s opens with it, or with that by destination', async (sort, numbers) => {
  const { shows } = await open(`/expedition?sort=${sort}`)
  await shows(numbers)
})
