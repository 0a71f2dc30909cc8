import { expect, it, vi } from 'vitest'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { config } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { useLookupWords } from './confirmation-lookup-texts.ts'

it('what is not recognised is a code without its length, a code of nobody, or no code at all', async () => {
  const Words = () => {
    const wordsOf = useLookupWords(config)
    return ['2000000', '20000004', ''].map((code) => (
      <p key={code}>{wordsOf(code, { face: 'not_recognised' })?.text}</p>
    ))
  }
  const { place } = await drawScreen(<Words />, { language: 'en-GB', texts: ['warehouse', 'errors'] })
  const texts = () => [...place.querySelectorAll('p')].map(({ textContent }) => textContent)
  const ofNobody = 'This code is not recognised, or the product is not assigned to this workshop.'
  await vi.waitFor(() =>
    expect(texts()).toEqual(['This code does not have the length of a product code.', ofNobody, ofNobody]),
  )
})

it('a status that is not eligible is named, in the words of the warehouse (WH-12)', async () => {
  const item = { status: 'item_created' } as ItemRow
  const Words = () => {
    const words = useLookupWords(config)('20000004', { face: 'not_eligible', item })
    return <p>{`${words?.title}: ${words?.text}`}</p>
  }
  const { place } = await drawScreen(<Words />, { texts: ['warehouse', 'errors'] })
  await vi.waitFor(() =>
    expect(place.querySelector('p')?.textContent?.replaceAll(/\s/g, ' ')).toBe(
      'Statut non compatible: Ce produit ne peut pas être reçu : son statut est « Chez le client ».',
    ),
  )
})
