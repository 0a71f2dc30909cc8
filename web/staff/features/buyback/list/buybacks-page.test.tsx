import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { UserType } from '#domain/organization/user-type.ts'
import { openOffice, type Asked } from '#tests/support/office-page.tsx'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { buybackRead, buybackRow } from '../buyback.fixture.ts'
import { BuybacksPage } from './buybacks-page.tsx'

const pixel = buybackRow({ status: 'bb_in_transit' })
const cancelled = buybackRow({ id: 'b2', identificationNumber: '2000000000024', status: 'bb_cancelled' })
const choices = { categories: [], circuits: [], stores: [], buyers: [], brands: [] }
const refused = (code: string, status: number) => Response.json({ code, message: code }, { status })
const listed = (asked: readonly Asked[]) => asked.filter(({ path }) => path === '/api/buybacks')

async function open(userType: UserType = 'admin', failures = 0, at = '/buybacks') {
  let left = failures
  const { hub, scan } = scannedInto()
  const page = () => (
    <ScannerContext value={hub}>
      <BuybacksPage actions={null} />
    </ScannerContext>
  )
  const office = await openOffice(page, {
    answer: ({ path, query }) => {
      if (path === '/api/buybacks/filters') return choices
      if (path.endsWith('/2999999999991')) return refused('REQUEST_NOT_FOUND', 404)
      if (path.includes('by-identification-number')) return buybackRead()
      if (left-- > 0) return refused('SERVER_ERROR', 500)
      const found = query['code'] === 'zzzz' ? [] : query['status[]'] === undefined ? [pixel, cancelled] : [cancelled]
      return { 'hydra:member': found, 'hydra:totalItems': found.length }
    },
    texts: ['buyback', 'item', 'scan'],
    module: userType.startsWith('store') ? 'tim' : 'root',
    userType,
    pages: ['/buybacks', '/buyback/$id'],
    at,
  })
  return { ...office, scan, count: (number: number) => vi.waitFor(() => expect(office.rows()).toHaveLength(number)) }
}

it('a status that is chosen is asked for, beside what else the address says', async () => {
  const { asked, count, place } = await open('admin', 0, '/buybacks?status=%5B%22bb_cancelled%22%5D&client=Martin')
  await count(1)
  expect(place.querySelector('tbody')?.textContent).toContain('Annulée')
  expect(listed(asked).at(-1)?.query).toMatchObject({ 'status[]': 'bb_cancelled', clientName: 'Martin' })
})

it('a column that is sorted by stands in the question', async () => {
  const { asked, count, press } = await open()
  await count(2)
  await press('Trier par Prix')
  await vi.waitFor(() => expect(listed(asked).at(-1)?.query).toMatchObject({ 'order[price]': 'asc' }))
})

it('a search without a match says so', async () => {
  const { heading, count, field } = await open()
  await count(2)
  await userEvent.fill(await field('Code de reprise, code externe'), 'zzzz')
  await userEvent.keyboard('{Enter}')
  await heading('Aucune reprise ne correspond')
})

it('a user of a store exports nothing, and filters by category but not by store (BB-03, BB-04)', async () => {
  const { offers, press, place, count } = await open('store_manager')
  await count(2)
  expect(offers('Exporter en CSV')).toBe(false)
  await press('Plus de filtres')
  const labels = () => [...place.querySelectorAll('label')].map(({ textContent }) => textContent)
  await vi.waitFor(() => expect(labels()).toContain('Catégorie'))
  expect(labels()).not.toContain('Magasin')
  expect(labels()).not.toContain('Repreneur')
  const admin = await open('admin')
  await admin.count(2)
  expect(admin.offers('Exporter en CSV')).toBe(true)
})

it('a server that fails is said, and asked again', async () => {
  const { says, press, count } = await open('admin', 1)
  await says('Le chargement a échoué')
  await press('Réessayer')
  await count(2)
})

it('a code that is typed is judged before it is asked for, and an unknown one is said', async () => {
  const { asked, button, fill, says, count, path } = await open()
  await count(2)
  const go = (await button('Ouvrir')) as HTMLButtonElement
  go.click()
  await says('Ce champ est obligatoire.')
  for (const [typed, fault] of [
    ['12A4', 'Un code de reprise ne contient que des chiffres.'],
    ['2 000', 'Un code de reprise compte 13 chiffres.'],
  ] as const) {
    await fill('Code de reprise', typed)
    go.click()
    await says(fault)
  }
  expect(asked.filter(({ path: at }) => at.includes('by-identification-number'))).toEqual([])
  await fill('Code de reprise', '2999999999991')
  go.click()
  await says('Ce code de reprise n’est pas reconnu.')
  expect(path()).toBe('/buybacks')
})

it('a code of a buyback that is scanned opens it, and any other is searched for (BB-09)', async () => {
  const { scan, asked, count, path } = await open()
  await count(2)
  scan('356938035643809')
  await vi.waitFor(() => expect(listed(asked).at(-1)?.query).toMatchObject({ code: '356938035643809' }))
  scan('2000000000017')
  await vi.waitFor(() => expect(path()).toBe('/buyback/b1'))
})
