import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { brandOf } from '#web/lib/brand.ts'
import { FloorLayout } from '../ui/floor/floor-layout.tsx'
import { PageHeading } from '../ui/page.tsx'
import { BrandHead } from './brand-head.tsx'

function Pages() {
  const [page, setPage] = useState(0)
  return (
    <>
      <BrandHead brand={brandOf(null)} />
      <button onClick={() => setPage(page + 1)}>{'next'}</button>
      {page === 0 && <PageHeading title="Stocks" />}
      {page === 1 && <FloorLayout title="Check-in">{'…'}</FloorLayout>}
    </>
  )
}

it('the title of the document names the page and the account', async () => {
  const { place, session } = await drawScreen(<Pages />)
  const none = { accountId: null, mainColor: null, logo: null, favicon: null, externalWebsiteLink: null }
  session.keepBranding({ ...none, name: 'Maison Rivoli', language: 'fr-FR', currency: 'EUR' })
  await vi.waitFor(() => expect(document.title).toBe('Stocks – Maison Rivoli'))
  const next = place.querySelector('button')!
  next.click()
  await vi.waitFor(() => expect(document.title).toBe('Check-in – Maison Rivoli'))
  next.click()
  await vi.waitFor(() => expect(document.title).toBe('Maison Rivoli'))
})
