import { expect, it } from 'vitest'
import { openOffice } from '#tests/support/office-page.tsx'
import { NotEligiblePage } from './not-eligible-page.tsx'

it('a product that cannot be taken has a screen that says so, and leads back', async () => {
  const { heading, place } = await openOffice(() => <NotEligiblePage />, {
    answer: () => null,
    texts: ['buyback'],
    pages: ['/buyback-not-eligible'],
  })
  await heading('Ce produit ne peut pas être repris')
  const links = [...place.querySelectorAll('a')].map(({ pathname, textContent }) => [pathname, textContent])
  expect(links).toEqual(
    expect.arrayContaining([
      ['/buybacks', 'Retour aux reprises'],
      ['/buyback/create', 'Nouvelle reprise'],
    ]),
  )
})
