import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { ImportDialog } from './import-dialog.tsx'

it.each([
  ['', 'Ce fichier est vide.'],
  ['\u0089PNG\0\u0001', 'Ce fichier n’est ni du texte ni un classeur'],
  ['Bonjour,\nvoici le fichier', 'La première ligne du fichier doit nommer les colonnes'],
])('a file of %j is told what is wrong with it, and not sent', async (content, told) => {
  const http = vi.fn() as unknown as Http
  await drawScreen(<ImportDialog onClose={() => undefined} />, { texts: ['delivery', 'buyback'], http })
  const input = await vi.waitUntil(() => document.querySelector<HTMLInputElement>('input[type="file"]'))
  const files = new DataTransfer()
  files.items.add(new File([content], 'evenements.csv', { type: 'text/csv' }))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(() => expect(document.querySelector('[role="alert"]')?.textContent).toContain(told))
  expect(http).not.toHaveBeenCalled()
})

it('a workbook is read by the server, and its lines are shown and taken as those of a text are', async () => {
  const csv = 'trackingNumber;at;status\n0042;2026-10-31T14:05:00+01:00;DELIVERY_DELAYED'
  const line = { line: 2, trackingNumber: '0042', at: '2026-10-31T13:05:00.000Z', status: 'DELIVERY_DELAYED' }
  const asked: [string, unknown][] = []
  const http = (async ({ path }: { readonly path: string }, { body }: { readonly body: unknown }) => {
    asked.push([path, body])
    return path.endsWith('/workbook') ? { csv } : { lines: [{ ...line, outcome: 'new', fault: null }] }
  }) as unknown as Http
  await drawScreen(<ImportDialog onClose={() => undefined} />, { texts: ['delivery', 'buyback'], http })
  const input = await vi.waitUntil(() => document.querySelector<HTMLInputElement>('input[type="file"]'))
  expect(input.accept).toContain('.xlsx')
  const files = new DataTransfer()
  files.items.add(new File(['PK\u0003\u0004\0'], 'evenements.xlsx'))
  input.files = files.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await vi.waitFor(() => expect(document.querySelector('table')?.textContent).toContain('0042'))
  ;[...document.querySelectorAll('button')].find((one) => one.textContent === 'Ajouter 1 événement')!.click()
  await vi.waitFor(() => expect(document.querySelector('[role="status"]')?.textContent).toContain('1 événement ajouté'))
  expect(asked.map(([path]) => path)).toEqual([
    '/api/delivery-events/import/workbook',
    '/api/delivery-events/import',
    '/api/delivery-events/import',
  ])
  expect(asked.slice(1).map(([, body]) => body)).toEqual([
    { csv, apply: false },
    { csv, apply: true },
  ])
})
