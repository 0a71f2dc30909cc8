import { expect, it, vi } from 'vitest'
import { storeCommands, commandName } from '#domain/document/command-sheet.ts'
import type { DocumentTexts } from '#domain/document/document-content.ts'
import { stationOf } from '#domain/item/resolve-code.ts'
import { uuid } from '#tests/support/rows.ts'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { CommandSheetPage } from './command-sheet-page.tsx'

const storeId = uuid(9, 1)

it('a seller has the sheet of what a store packs by, without stocks, and a scan prints it', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined)
  const { hub, scan } = scannedInto()
  const config = { stocks: [], warehouses: [], stores: [{ id: storeId, name: 'Lyon Part-Dieu' }] }
  const status = { online: true }
  const author = { userId: uuid(5, 1) }
  const engine = {
    subscribe: () => () => undefined,
    status: () => status,
    config: () => config,
    author: () => author,
  }
  const { screen } = overPages(() => (
    <ScannerContext value={hub}>
      <CommandSheetPage />
    </ScannerContext>
  ))
  const { place, texts } = await drawScreen(screen, {
    texts: ['document', 'warehouse'],
    engine,
    user: {
      id: uuid(5, 1),
      module: 'tim',
      userType: 'store_seller',
      currentOrganization: { id: storeId, commonName: 'Lyon Part-Dieu' },
    } as unknown as StoredUser,
  })
  const words = texts.t(($) => $.print, { ns: 'document', returnObjects: true }) as DocumentTexts
  const names = storeCommands.map((command) => commandName(command, words.commandSheet))
  await vi.waitFor(() => expect(place.querySelector('.print-preview > svg')).not.toBeNull())
  const offered = [...place.querySelectorAll('section button[aria-pressed]')].map(({ textContent }) => textContent)
  expect(offered.toSorted()).toEqual(names.toSorted())
  expect(storeCommands.filter((command) => stationOf(command) !== null)).toEqual(['GO:PACK', 'GO:TRAY'])
  expect(place.textContent).toContain('Étiquette individuelle')
  expect([...place.querySelectorAll('section')].map(({ ariaLabel }) => ariaLabel).join()).not.toContain('Emplacements')
  const pdf = [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Ouvrir en PDF')
  expect(pdf?.disabled).toBe(false)
  scan('RPR:CONFIRM')
  await vi.waitFor(() => expect(print).toHaveBeenCalledOnce())
  const pages = [...document.querySelectorAll('.print-pages svg[data-medium]')]
  expect(pages.flatMap((page) => [...page.querySelectorAll('svg')])).toHaveLength(storeCommands.length)
  window.dispatchEvent(new Event('afterprint'))
  await vi.waitFor(() => expect(document.querySelector('.print-pages')).toBeNull())
})
