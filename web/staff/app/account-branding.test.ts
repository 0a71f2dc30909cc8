import { describe, expect, it } from 'vitest'
import type { AccountAnswer, Branding } from '#sync/calls/session-answers.ts'
import { accountBranding } from './account-branding.ts'

const host: Branding = {
  accountId: 'a1',
  name: 'Maison Essai',
  mainColor: '#1f5fd6',
  logo: '/logo.png',
  favicon: '/favicon.ico',
  language: 'fr-FR',
  currency: 'EUR',
  externalWebsiteLink: { url: 'https://client.example/', text: 'Retour au site' },
}
const account: AccountAnswer = {
  id: 'a2',
  name: 'Reprise Pro',
  companyCountry: null,
  language: 'fr-FR',
  currency: 'EUR',
  timeZone: 'Europe/Paris',
  emailDPO: null,
  mainColor: '#c2185b',
  logo: null,
  favicon: null,
  isBuyerAndWorkshopsSupervisor: true,
  isRetailer: false,
}

describe('the face of an account', () => {
  it('is the host’s before a sign-in', () => {
    const { name, mainColor, logo, favicon, externalWebsiteLink } = host
    expect(accountBranding(undefined, host)).toEqual({ name, mainColor, logo, favicon, externalWebsiteLink })
  })

  it('takes nothing from the account behind the host (SHELL-04, SHELL-05)', () => {
    expect(accountBranding(account, host)).toEqual({
      name: 'Reprise Pro',
      mainColor: '#c2185b',
      logo: null,
      favicon: null,
      externalWebsiteLink: null,
    })
  })

  it('has the way back to its own website at any host (SHELL-05)', () => {
    const link = { url: 'https://pro.example/', text: 'Reprise Pro' }
    expect(accountBranding({ ...account, externalWebsiteLink: link }, host).externalWebsiteLink).toEqual(link)
    expect(accountBranding({ ...account, externalWebsiteLink: link }, null).externalWebsiteLink).toEqual(link)
    expect(accountBranding({ ...account, id: 'a1', externalWebsiteLink: null }, host).externalWebsiteLink).toBeNull()
  })

  it('of a device that has not heard of its link has the one of its own host', () => {
    const own = accountBranding({ ...account, id: 'a1' }, host)
    expect(own.externalWebsiteLink).toEqual(host.externalWebsiteLink)
    expect(accountBranding(account, null).externalWebsiteLink).toBeNull()
  })
})
