import { Modal } from '@mantine/core'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { id } from '#tests/support/floor-world.ts'
import type { QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { QuarantinePage } from './quarantine-page.tsx'

const quarantined = (number: number): QuarantinedItemAnswer => ({
  id: id(number),
  code: String(20_000_000 + number),
  buybackCode: String(2_000_000_000_000 + number),
  brand: 'Fairphone',
  productLabel: `Fairphone ${number}`,
  warehouseId: id(100),
  buybackStatus: 'bb_in_processing',
  waitingSince: '2026-11-02T10:00:00.000Z',
  declaredGrade: 'grade_a',
  declaredPriceCents: 10_000,
  controlledGrade: 'grade_d',
  controlledPriceCents: 4_000,
  outcome: 'proposal',
  setAside: null,
  proposal: null,
  returnLabel: null,
  hasAddress: true,
})
const all = [1, 2, 3].map(quarantined)

const engine = {
  subscribe: () => () => undefined,
  status: () => ({ online: true }),
  config: () => null,
  author: () => null,
  view: async () => [],
}

/** A window that may stand in front of any page, as a sign-in does; a press of its button outside opens it. */
function Window() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button data-open-window onClick={() => setOpen(true)}>
        Open
      </button>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="Window" zIndex={300} withCloseButton={false}>
        <button data-close-window onClick={() => setOpen(false)}>
          Close
        </button>
      </Modal>
    </>
  )
}
const pressAt = (selector: string) => document.querySelector<HTMLButtonElement>(selector)?.click()

// The page with its panel is large: the first drawing takes long on a busy machine.
const soon = { timeout: 30_000 }
const patient = { timeout: 120_000 }

async function open() {
  const { hub, scan } = scannedInto()
  const page = () => (
    <ScannerContext value={hub}>
      <QuarantinePage />
      <Window />
    </ScannerContext>
  )
  const office = await openOffice(page, {
    answer: ({ path, query }) => {
      if (path !== '/api/quarantine') return { 'hydra:member': [], 'hydra:totalItems': 0 }
      const { q = '' } = query
      const found = all.filter(({ code, buybackCode }) => q === '' || [code, buybackCode].includes(q))
      return { 'hydra:member': found, 'hydra:totalItems': found.length }
    },
    texts: ['quarantine', 'warehouse', 'document', 'scan', 'item', 'compliance'],
    module: 'rps',
    userType: 'warehouse_manager',
    pages: ['/buybacksQuarantine', '/warehouse/move'],
    at: '/buybacksQuarantine',
    engine,
  })
  await vi.waitFor(() => expect(office.rows()).toHaveLength(3), soon)
  // The open product is asked for by itself once it has left the list.
  const lists = () =>
    office.asked.filter(({ path, query }) => path === '/api/quarantine' && query['itemId'] === undefined)
  const asked = () => lists().map(({ query }) => query['q'])
  return { ...office, scan, searched: () => asked().at(-1) }
}

it('a product in quarantine whose label is scanned is found, and its ways out are open (F18)', patient, async () => {
  const { scan, rows, searched } = await open()
  scan(all[1]!.code)
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Fairphone 2'), soon)
  expect([searched(), rows().length]).toEqual([all[1]!.code, 1])
})

it('the code of its buyback finds it too, and one that stands there no longer says so', patient, async () => {
  const { scan, searched, says } = await open()
  scan(all[2]!.buybackCode)
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('Fairphone 3'), soon)
  scan('20000998')
  await vi.waitFor(() => expect(searched()).toBe('20000998'))
  await says('Aucun')
})

it(
  'a scan over a window in front of the panel changes neither panel nor list, and the next one after it does',
  patient,
  async () => {
    const { scan, searched } = await open()
    const shows = (text: string) =>
      vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain(text), soon)
    scan(all[1]!.code)
    await shows('Fairphone 2')
    pressAt('[data-open-window]')
    await vi.waitUntil(() => document.querySelector('[data-close-window]'), soon)
    scan(all[2]!.code)
    expect(searched()).toBe(all[1]!.code)
    pressAt('[data-close-window]')
    await vi.waitUntil(() => document.querySelector('[data-close-window]') === null, soon)
    expect(searched()).toBe(all[1]!.code)
    await shows('Fairphone 2')
    scan(all[0]!.code)
    await shows('Fairphone 1')
  },
)
