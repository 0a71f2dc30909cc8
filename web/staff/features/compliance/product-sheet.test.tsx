import { expect, it, vi } from 'vitest'
import { scannedInto } from '#tests/support/scanned-into.ts'
import { clearScreens, drawScreen } from '#tests/support/staff-screen.tsx'
import type { ControlProduct } from '#sync/calls/compliance.ts'
import type { Http } from '#web/lib/http.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { keepSeenProduct, readSeenProducts } from '#web/local/device/seen-products.ts'
import { ScannerContext } from '#web/scan/use-scanner.ts'
import { ProductSheet } from './product-sheet.tsx'

const product = (id: string, label: string): ControlProduct => ({
  id,
  brand: 'Fairphone',
  label,
  categoryId: 'c',
  tacs: [],
  terms: { id, simple: true, questionnaireId: null, prices: [] },
})

/** What the search offers without a network to a user of an account. */
async function offeredTo(viewedAccountId: string) {
  await drawScreen(
    <ScannerContext value={scannedInto().hub}>
      <ProductSheet
        first="Fairphone"
        categoryId={null}
        online={false}
        onPick={() => undefined}
        onClose={() => undefined}
      />
    </ScannerContext>,
    {
      language: 'en-GB',
      texts: ['compliance'],
      user: { viewedAccountId } as StoredUser,
      http: (() => Promise.reject(new Error('offline'))) as unknown as Http,
    },
  )
  await vi.waitUntil(() => document.querySelector('dialog strong'))
  const text = document.querySelector('dialog')!.textContent
  clearScreens()
  return ['Model 4', 'Model 5', 'Model 6'].filter((label) => text.includes(label))
}

it('without a network the models of this account alone are offered, and those of before whose account nobody knows', async () => {
  await keepSeenProduct(product('p4', 'Model 4'), 'one')
  await keepSeenProduct(product('p5', 'Model 5'), 'other')
  await keepSeenProduct(product('p6', 'Model 6'), null)
  expect(await offeredTo('one')).toEqual(['Model 4', 'Model 6'])
  expect(await offeredTo('other')).toEqual(['Model 5', 'Model 6'])
  expect((await readSeenProducts('one')).map(({ id }) => id)).toEqual(['p6', 'p4'])
})
