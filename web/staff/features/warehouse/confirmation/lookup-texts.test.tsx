import { expect, it, vi } from 'vitest'
import { config } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { useLookupWords } from './lookup-texts.ts'

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
