import { describe, expect, it } from 'vitest'
import type { AccountAnswer, Branding } from '#sync/calls/session-answers.ts'
import { accountFace } from './account-branding.ts'

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
    expect(accountFace(undefined, host)).toEqual({ name, mainColor, logo, favicon, externalWebsiteLink })
  })

  it('takes nothing from the account behind the host (SHELL-04, SHELL-05)', () => {
    expect(accountFace(account, host)).toEqual({
      name: 'Reprise Pro',
      mainColor: '#c2185b',
      logo: null,
      favicon: null,
      externalWebsiteLink: null,
    })
  })

  it('has the way back to its own website at any host (SHELL-05)', () => {
    const link = { url: 'https://pro.example/', text: 'Reprise Pro' }
    expect(accountFace({ ...account, externalWebsiteLink: link }, host).externalWebsiteLink).toEqual(link)
    expect(accountFace({ ...account, externalWebsiteLink: link }, null).externalWebsiteLink).toEqual(link)
    expect(accountFace({ ...account, id: 'a1', externalWebsiteLink: null }, host).externalWebsiteLink).toBeNull()
  })

  it('of a device that has not heard of its link has the one of its own host', () => {
    const own = accountFace({ ...account, id: 'a1' }, host)
    expect(own.externalWebsiteLink).toEqual(host.externalWebsiteLink)
    expect(accountFace(account, null).externalWebsiteLink).toBeNull()
  })
})
