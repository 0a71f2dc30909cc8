import { describe, expect, it } from 'vitest'
import { addressIn, draftOf, faultyTabs, inCountry, readDraft, type ClientDraft } from './client-draft.ts'

const draft = (change: Partial<ClientDraft> = {}): ClientDraft => ({
  ...draftOf(null, { country: 'FR', language: 'fr-FR' }),
  name: 'Boutique',
  ...change,
})
const faults = (change: Partial<ClientDraft>) => {
  const read = readDraft(draft(change))
  return read.client === null ? read.faults : {}
}

describe('the form of a client', () => {
  it('says nothing where nothing is written (ORG-05)', () => {
    expect(readDraft(draft({ siret: ' ', country: '' }))).toMatchObject({
      client: { name: 'Boutique', siret: null, country: null, webChannelUrl: null, trackingTags: null },
    })
  })

  it('says by the code of its text what is wrong', () => {
    expect(faults({ name: '', webChannelUrl: 'boutique.example', isRetailer: false, siret: '12' })).toEqual({
      name: 'CLIENT_NAME_REQUIRED',
      webChannelUrl: 'FORM_WEB_ADDRESS_INVALID',
      isRetailer: 'CLIENT_MODULE_REQUIRED',
      siret: 'CLIENT_SIRET_INVALID',
    })
  })

  it('takes an address without TLS below localhost alone, where nothing leaves the machine', () => {
    for (const webChannelUrl of ['https://shop.example', 'http://shop.localhost:8080'])
      expect(faults({ webChannelUrl })).toEqual({})
    for (const webChannelUrl of ['http://shop.example', 'http://localhost:8080', 'http://shop.localhost.example'])
      expect(faults({ webChannelUrl })).toEqual({ webChannelUrl: 'FORM_WEB_ADDRESS_INVALID' })
  })

  it('takes the name of one host, and none that stands for others', () => {
    for (const name of ['shop.example', 'bücher.example', 'SHOP.example:8443/fr', '192.0.2.1', '[2001:db8::1]'])
      expect(faults({ webChannelUrl: `https://${name}` }), name).toEqual({})
    for (const name of [
      '*',
      '*.example.com',
      'shop.example.',
      'a_b.example',
      '-a.example',
      `${'a'.repeat(64)}.example`,
    ])
      expect(faults({ webChannelUrl: `https://${name}` }), name).toEqual({ webChannelUrl: 'FORM_WEB_ADDRESS_INVALID' })
  })

  it('follows the country with currency and time zone, but with none that was chosen', () => {
    const swiss = { companyCountry: 'CH', currency: 'CHF', timeZone: 'Europe/Zurich' }
    expect(inCountry('CH', draft())).toEqual(swiss)
    expect(addressIn('CH', draft())).toEqual({ country: 'CH', ...swiss })
    expect(inCountry('CH', draft({ currency: 'USD' }))).toEqual({ companyCountry: 'CH', timeZone: swiss.timeZone })
    expect(addressIn('CH', draft({ timeZone: 'Asia/Tokyo' }))).toEqual({
      country: 'CH',
      companyCountry: 'CH',
      currency: 'CHF',
    })
  })

  it('tells the tabs on which something is wrong, in order (ORG-03)', () => {
    expect(faultyTabs({ isRetailer: 'X', siret: 'X', name: 'X' })).toEqual(['general', 'modules'])
    expect(faultyTabs({ transportContractHolder: 'X', paymentIssuer: 'X' })).toEqual(['issuer', 'transport'])
    expect(faultyTabs({})).toEqual([])
  })
})
