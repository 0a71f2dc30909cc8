import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { ImportDialog } from './import-dialog.tsx'

it.each([
  ['', 'Ce fichier est vide.'],
  ['PK\u0003\u0004\0', 'Ce fichier n’est pas du texte'],
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
