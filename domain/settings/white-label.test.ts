import { describe, expect, it } from 'vitest'
import { whiteLabelSchema } from './white-label.schema.ts'

const faultsOf = (part: object): readonly string[] =>
  whiteLabelSchema
    .partial()
    .safeParse(part)
    .error?.issues.map(({ message }) => message) ?? []

describe('the white label (SET-09)', () => {
  it.each([
    ['GTM-AB12', 'GTM-AB12'],
    [' gtm-abc1234 ', 'GTM-ABC1234'],
    [`GTM-${'X'.repeat(16)}`, `GTM-${'X'.repeat(16)}`],
    [null, null],
  ])('takes the tag manager id %j', (tagManagerId, kept) => {
    expect(whiteLabelSchema.partial().parse({ tagManagerId })).toEqual({ tagManagerId: kept })
  })

  it.each(['', 'GTM-', 'GTM-ABC', `GTM-${'X'.repeat(17)}`, 'UA-12345', 'GTM-AB 12', 'GTM-AB12&x=1', '<script>'])(
    'refuses the tag manager id %j',
    (tagManagerId) => {
      expect(faultsOf({ tagManagerId })).toEqual(['FORM_TAG_MANAGER_INVALID'])
    },
  )

  it.each(['c', '5f8f1d2b3c4d5e6f7a8b9c0d', 'axeptio-test', 'x'.repeat(64)])(
    'takes the consent tool id %j',
    (axeptioId) => {
      expect(faultsOf({ axeptioId })).toEqual([])
    },
  )

  it.each(['', 'x'.repeat(65), 'a b', 'a/b', 'a"b'])('refuses the consent tool id %j', (axeptioId) => {
    expect(faultsOf({ axeptioId })).toEqual(['FORM_CONSENT_TOOL_INVALID'])
  })

  const link = (url: string, text = 'Boutique') => faultsOf({ externalWebsiteLink: { url, text } })

  it.each([
    'https://shop.example',
    'https://www.shop.example/fr?from=buyback#top',
    'https://shop.example:8443/',
    ' https://büro.example/ ',
    `https://shop.example/${'x'.repeat(2027)}`,
  ])('links to %j', (url) => {
    expect(link(url)).toEqual([])
  })

  it.each([
    '',
    'shop.example',
    'http://shop.example',
    'https:shop.example',
    'https://localhost',
    'https://shop',
    'https://somebody@shop.example',
    'https://shop.example/a b',
    'https://sh\\op.example',
    'https://shop.example:port',
    'javascript:alert(1)//https://shop.example',
    `https://shop.example/${'x'.repeat(2028)}`,
  ])('does not link to %j', (url) => {
    expect(link(url)).toContain('FORM_WEB_ADDRESS_INVALID')
  })

  it('has 2 to 255 characters on the link', () => {
    const textFaults = (text: string) => link('https://shop.example', text)
    expect(['ab', 'x'.repeat(255)].map(textFaults)).toEqual([[], []])
    expect([' a ', 'x'.repeat(256)].flatMap(textFaults)).toEqual(['FORM_TEXT_BETWEEN', 'FORM_TEXT_BETWEEN'])
    expect(textFaults('')).toContain('FORM_REQUIRED_BETWEEN')
  })

  it('has a link with address and text, or none', () => {
    expect(faultsOf({ externalWebsiteLink: null })).toEqual([])
    expect(faultsOf({ externalWebsiteLink: { url: 'https://shop.example' } })).toHaveLength(1)
    expect(faultsOf({ externalWebsiteLink: { text: 'Boutique' } })).toHaveLength(1)
  })

  it.each(['reviews', 'dataErasure', 'transitInsurance'])(
    'says %s in one line of 2 to 255 characters, or not',
    (place) => {
      const said = (text: string | null) => faultsOf({ [`${place}Text`]: text })
      expect([said(null), said('ab'), said('x'.repeat(255))]).toEqual([[], [], []])
      expect([said('a'), said('x'.repeat(256))]).toEqual([['FORM_TEXT_BETWEEN'], ['FORM_TEXT_BETWEEN']])
      const leads = (url: string | null) => faultsOf({ [`${place}Url`]: url })
      expect([leads(null), leads('https://reviews.example/shop')]).toEqual([[], []])
      expect(leads('javascript:alert(1)')).toContain('FORM_WEB_ADDRESS_INVALID')
    },
  )

  it('has a cookies policy of at most 200,000 characters', () => {
    expect(faultsOf({ cookiesPolicy: 'x'.repeat(200_000) })).toEqual([])
    expect(faultsOf({ cookiesPolicy: 'x'.repeat(200_001) })).toEqual(['FORM_TEXT_TOO_LONG'])
  })
})
