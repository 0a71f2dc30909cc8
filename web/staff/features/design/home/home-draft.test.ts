import { describe, expect, it } from 'vitest'
import { homePageBody, type HomePageAnswer } from '#sync/calls/home-page.ts'
import { bodyOf, draftOf, missingHomeTexts, moved, newWidget } from './home-draft.ts'

const id = (end: number) => `019a6410-0000-7000-8000-00000000000${end}`
const product = { id: id(9), label: 'iPhone 13', brand: 'Apple', status: 'published' } as const
const stored: HomePageAnswer = {
  version: 2,
  language: 'fr-FR',
  status: 'active',
  metaTitle: 'Reprise',
  metaDescription: null,
  translations: { 'de-DE': { metaTitle: 'Ankauf' } },
  widgets: [
    {
      id: id(1),
      type: 'search_banner',
      title: 'Combien ?',
      text: null,
      image: '/api/pictures/x',
      imageAlt: null,
      translations: {},
    },
    { id: id(2), type: 'featured_products', title: 'Top', products: [product], translations: {} },
    { id: id(3), type: 'html', html: '<p>Bonjour tout le monde</p>', translations: {} },
  ],
}

describe('a home that is written', () => {
  it('and not touched says the same again, and nothing of a picture', () => {
    const body = homePageBody.parse(bodyOf(draftOf(stored)))
    expect(body).toEqual({
      status: 'active',
      metaTitle: 'Reprise',
      metaDescription: null,
      translations: { 'de-DE': { metaTitle: 'Ankauf' } },
      widgets: [
        { id: id(1), type: 'search_banner', title: 'Combien ?', text: null, imageAlt: null, translations: {} },
        { id: id(2), type: 'featured_products', title: 'Top', productIds: [product.id], translations: {} },
        { id: id(3), type: 'html', html: '<p>Bonjour tout le monde</p>', translations: {} },
      ],
    })
  })

  it('sends a chosen picture, or none in the place of the stored one', () => {
    const [banner] = draftOf(stored).widgets
    const chosen = { fileName: 'a.png', base64: 'AAAA', address: 'data:', sizes: [], isScaled: false }
    const sent = (image: typeof chosen | null) => bodyOf({ ...draftOf(stored), widgets: [{ ...banner!, image }] })
    expect(sent(chosen)).toMatchObject({ widgets: [{ image: 'AAAA' }] })
    expect(sent(null)).toMatchObject({ widgets: [{ image: null }] })
  })

  it('says how many of its texts a language lacks, and takes away what is emptied', () => {
    const draft = draftOf(stored)
    expect([missingHomeTexts(draft, 'de-DE'), missingHomeTexts(draft, 'nl-BE')]).toEqual([3, 4])
    const emptied = bodyOf({ ...draft, translations: { 'de-DE': { metaTitle: ' ' } } })
    expect(emptied).toMatchObject({ translations: { 'de-DE': { metaTitle: null } } })
  })

  it('has new parts without an id', () => {
    const body = bodyOf({ ...draftOf(stored), widgets: [newWidget('html', 'k')] })
    expect(body).toMatchObject({ widgets: [{ type: 'html', html: '' }] })
    expect(homePageBody.safeParse(body).error?.issues[0]).toMatchObject({
      path: ['widgets', 0, 'html'],
      message: 'FORM_HTML_LENGTH',
    })
  })

  it('moves a part within the list and never out of it', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b'])
    expect(moved(['a', 'b'], 1, 2)).toEqual(['a', 'b'])
  })
})
