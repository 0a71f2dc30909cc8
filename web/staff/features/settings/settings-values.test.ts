import { describe, expect, it } from 'vitest'
import { checkDetail, checkWhiteLabel, detailValues, whiteLabelValues, type Checked } from './settings-values.ts'
import { storedDetail, storedWhiteLabel } from './settings.fixture.ts'

/** What a check says, its faults by their messages alone. */
function said(checked: Checked<Readonly<Record<string, unknown>>, unknown>) {
  if (checked.ok) return checked
  const messages = Object.entries(checked.error).map(([field, fault]) => [field, fault?.message])
  return { ok: false, error: Object.fromEntries(messages) as unknown }
}

describe('the settings of an account', () => {
  it('are sent as far as they have changed, an empty text as none (SET-08)', () => {
    expect(checkDetail({})).toEqual({ ok: true, value: {} })
    const typed = { cartMinValue: '25', eula: '  ', serviceTerms: '<p>Texte</p>', sellerSupportEmail: ' a@b.example ' }
    expect(checkDetail({ ...typed, barCodeEnabled: false })).toEqual({
      ok: true,
      value: {
        cartMinValue: 2_500,
        eula: null,
        serviceTerms: '<p>Texte</p>',
        sellerSupportEmail: 'a@b.example',
        barCodeEnabled: false,
      },
    })
    expect(checkDetail({ cartMinValue: '' })).toEqual({ ok: true, value: { cartMinValue: 0 } })
  })

  it('say by their fields what is wrong with them', () => {
    const wrong = { cartMinValue: '12,5', sellerSupportEmail: 'nobody', faqAndContact: 'x'.repeat(200_001) }
    expect(said(checkDetail(wrong))).toEqual({
      ok: false,
      error: {
        cartMinValue: 'FORM_CART_MINIMUM_INVALID',
        sellerSupportEmail: 'FORM_EMAIL_INVALID',
        faqAndContact: 'FORM_TEXT_TOO_LONG',
      },
    })
  })

  it('keep a minimum of odd cents that nobody touches', () => {
    const values = detailValues(storedDetail({ cartMinValue: 4_321 }))
    expect(values.cartMinValue).toBe('43.21')
    expect(checkDetail({ tagPriceEnabled: false })).toEqual({ ok: true, value: { tagPriceEnabled: false } })
  })
})

describe('the white label (SET-09)', () => {
  const values = whiteLabelValues(storedWhiteLabel())
  const check = (changed: Partial<typeof values>, before = values) =>
    said(checkWhiteLabel(changed, { ...before, ...changed }))

  it('is sent as far as it has changed, an empty text as none', () => {
    expect(check({ tagManagerId: ' gtm-abc1234 ', axeptioId: '', dropOffLocationsMapEnabled: true })).toEqual({
      ok: true,
      value: { tagManagerId: 'GTM-ABC1234', axeptioId: null, dropOffLocationsMapEnabled: true },
    })
  })

  it('has its link sent whole, whichever half has changed', () => {
    const externalWebsiteLink = { url: 'https://shop.example/', text: 'Boutique' }
    const linked = whiteLabelValues(storedWhiteLabel({ externalWebsiteLink }))
    expect(check({ linkText: 'La boutique' }, linked)).toEqual({
      ok: true,
      value: { externalWebsiteLink: { ...externalWebsiteLink, text: 'La boutique' } },
    })
    expect(check({ linkUrl: '', linkText: ' ' }, linked)).toEqual({ ok: true, value: { externalWebsiteLink: null } })
  })

  it('says by its fields what is wrong with it', () => {
    const incomplete = 'FORM_LINK_INCOMPLETE'
    expect(check({ linkUrl: 'https://shop.example' })).toEqual({ ok: false, error: { linkText: incomplete } })
    expect(check({ linkText: 'Boutique' })).toEqual({ ok: false, error: { linkUrl: incomplete } })
    const wrong = { linkUrl: 'http://shop.example', linkText: 'x', tagManagerId: 'UA-1', axeptioId: 'a b' }
    expect(check(wrong)).toEqual({
      ok: false,
      error: {
        linkUrl: 'FORM_WEB_ADDRESS_INVALID',
        linkText: 'FORM_TEXT_BETWEEN',
        tagManagerId: 'FORM_TAG_MANAGER_INVALID',
        axeptioId: 'FORM_CONSENT_TOOL_INVALID',
      },
    })
  })
})
