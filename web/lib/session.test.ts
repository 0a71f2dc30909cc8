import { describe, expect, it } from 'vitest'
import { readSessionCall } from '#sync/calls/access.ts'
import { readCart, readOrganizationDetails, readSession, readUser, storageKeys } from './local-storage.ts'
import { raiseError, sessionEndedCode, shownErrorAtom, signInNeededAtom } from './error-state.ts'
import { branding, memory, now, organization, user } from './session.fixture.ts'
import {
  amountsOf,
  byPinAtom,
  languageAtom,
  likelyCountry,
  openSession,
  sessionBegunAtom,
  userAtom,
} from './session.ts'

describe('the session of a device', () => {
  it('keeps the user without the grant and starts the cart', () => {
    const storage = memory()
    openSession(storage).keep(user, now)
    expect(JSON.stringify([...storage.values])).not.toContain('very-secret')
    expect(readUser(storage)?.email).toBe('ines@demo.example')
    expect(readCart(storage, 1000, now).cartBuybacks).toEqual([])
  })

  it('keeps module, features and the face of the organisation (AUTH-07)', () => {
    const storage = memory()
    const session = openSession(storage)
    session.keepBranding(branding)
    session.keep({ ...user, currentOrganization: organization, enabledPremiumFeatures: ['multi_product_cart'] }, now)
    expect(readUser(storage)).toMatchObject({ module: 'rps', apiToken: 'cookie', currentOrganization: organization })
    expect(readOrganizationDetails(storage)).toEqual({ currentOrganization: organization, branding })
    expect(storage.getItem(storageKeys.enabledPremiumFeatures)).toBe('["multi_product_cart"]')
  })

  it('starts with the last user, without network', () => {
    const storage = memory()
    openSession(storage).keep(user, now)
    expect(openSession(storage).store.get(userAtom)?.id).toBe('u1')
  })

  it('starts with a user to whom another version has given permissions and features that it does not know', () => {
    const storage = memory()
    const known = user.frontPermissions.rps!
    const ahead = {
      ...user,
      frontPermissions: { rps: ['drone.fly', ...known] },
      enabledPremiumFeatures: ['drones', 'payment_bonus'],
    }
    storage.setItem(storageKeys.user, JSON.stringify(ahead))
    const told = { frontPermissions: { rps: known }, enabledPremiumFeatures: ['payment_bonus'] }
    expect(openSession(storage).user()).toMatchObject(told)
    expect(readSessionCall.answer.parse(ahead)).toMatchObject(told)
  })

  it('asks nobody to reconnect any more once a user has signed in in another tab', () => {
    const storage = memory()
    const session = openSession(storage)
    session.keep(user, now)
    session.store.set(signInNeededAtom, true)
    raiseError(session.store, { code: sessionEndedCode, shouldDisplayModal: true })
    openSession(storage).keep({ ...user, sessionExpiresAt: '2026-12-02T00:00:00.000Z' }, now)
    session.reread()
    expect(session.store.get(signInNeededAtom)).toBe(false)
    expect(session.store.get(shownErrorAtom)).toBeNull()
  })

  it('asks nobody to reconnect any more once another session has taken the place of the one that ended', () => {
    const session = openSession(memory())
    session.keep(user, now)
    raiseError(session.store, { code: sessionEndedCode, shouldDisplayModal: true })
    session.keep({ ...user, sessionExpiresAt: '2026-12-02T00:00:00.000Z' }, now)
    expect(session.store.get(shownErrorAtom)).toBeNull()
  })

  it('leaves the device to the tab that has gone on to another account or module', () => {
    for (const elsewhere of [{ viewedAccountId: 'a2' }, { module: 'tim' as const }, { id: 'u2' }]) {
      const storage = memory()
      const kept = openSession(storage)
      kept.keep(user, now)
      openSession(storage).keep({ ...user, ...elsewhere }, now)
      const before = new Map(storage.values)
      kept.chooseLanguage('de-DE')
      kept.keepBranding(branding)
      kept.languageSent('de-DE')
      expect(storage.values).toEqual(before)
      expect([kept.store.get(languageAtom), kept.user()]).toMatchObject(['de-DE', { id: 'u1', viewedAccountId: 'a1' }])
    }
  })

  it('lets the user of a PIN in again as the session was kept, marked until the server names that user', () => {
    const first = memory()
    openSession(first).keep({ ...user, enabledPremiumFeatures: [] }, now)
    const { values } = readSession(first)
    const later = memory()
    const session = openSession(later)
    expect(session.resume({}, now)).toBe(false)
    expect(session.resume(values, now)).toBe(true)
    expect(session.user()).toMatchObject({ id: 'u1', byPin: true })
    // A start after a killed browser knows it, too.
    expect(openSession(later).user()).toMatchObject({ id: 'u1', byPin: true })
    expect(session.store.get(byPinAtom)).toBe(true)
    session.store.set(sessionBegunAtom, true)
    expect(session.store.get(byPinAtom)).toBe(false)
    // Another tab may have let the user in by a PIN since.
    session.reread()
    expect(session.store.get(byPinAtom)).toBe(true)
    session.keep(user, now)
    expect(session.user()).not.toHaveProperty('byPin')
    expect(session.store.get(byPinAtom)).toBe(false)
  })

  it('forgets everything at sign-out', () => {
    const storage = memory()
    const session = openSession(storage)
    session.keep(user, now)
    session.forget()
    // What counts its changes stays: a kept session of a former turn is none any more.
    expect([...storage.values.keys()]).toEqual(['sessionTurn'])
    expect(session.user()).toBeNull()
  })

  it('takes a stored user of another shape for none', () => {
    const storage = memory()
    storage.setItem(storageKeys.user, '{"id":"u1"}')
    expect(openSession(storage).user()).toBeNull()
    storage.setItem(storageKeys.user, 'not json')
    expect(openSession(storage).user()).toBeNull()
  })

  it('keeps the language that the user picked when the server names the user again', () => {
    const session = openSession(memory())
    session.keep(user, now)
    session.chooseLanguage('de-DE')
    session.keep(user, now)
    expect(session.store.get(languageAtom)).toBe('de-DE')
  })

  it('speaks the default language to a user without an organisation (AUTH-08)', () => {
    const session = openSession(memory())
    session.keep(user, now)
    expect(session.store.get(languageAtom)).toBe('fr-FR')
  })

  it('speaks as was picked at the door, whatever the account behind the host, until a user is there', () => {
    const storage = memory()
    const session = openSession(storage)
    session.chooseLanguage('nl-BE')
    session.keepBranding({ ...branding, language: 'de-DE' })
    expect(session.store.get(languageAtom)).toBe('nl-BE')
    expect(openSession(storage).store.get(languageAtom)).toBe('nl-BE')
    session.forget()
    expect(session.store.get(languageAtom)).toBe('nl-BE')
  })

  it('goes on in the language picked at the door for the user who signs in next, and for nobody later', () => {
    const storage = memory()
    const session = openSession(storage)
    session.chooseLanguage('de-DE')
    session.keep(user, now)
    expect(openSession(storage).store.get(languageAtom)).toBe('de-DE')
    expect(session.user()?.unsentLanguage).toBeUndefined()
    session.forget()
    session.keep({ ...user, id: 'u2', currentOrganization: organization }, now)
    expect(session.store.get(languageAtom)).toBe('nl-BE')
  })

  it('keeps the language picked in the panel until the server has it, which then names it itself', () => {
    const own = { ...user, currentOrganization: organization }
    const session = openSession(memory())
    session.keep(own, now)
    session.chooseLanguage('en-GB')
    session.keep(own, now)
    expect(session.user()?.unsentLanguage).toBe('en-GB')
    session.languageSent('en-GB')
    expect(session.user()).toMatchObject({ language: 'en-GB', chosenLanguage: 'en-GB' })
    expect(session.user()?.unsentLanguage).toBeUndefined()
  })

  it('begins in the browser’s language where no account is behind the host', () => {
    const spoken = (wishes: readonly string[], accountId: string | null) => {
      const session = openSession(memory(), wishes)
      session.keepBranding({ ...branding, accountId, language: 'fr-FR' })
      return session.store.get(languageAtom)
    }
    expect(openSession(memory(), ['de-AT', 'en-US']).store.get(languageAtom)).toBe('de-DE')
    expect(spoken(['it-IT', 'nl', 'en-GB'], null)).toBe('nl-BE')
    expect(spoken(['it-IT'], null)).toBe('fr-FR')
    expect(spoken(['nl', 'en-GB'], 'a1')).toBe('fr-FR')
  })

  it('speaks as the browser to an administrator of the platform who has picked no language', () => {
    const own = { ...user, currentOrganization: organization, isOfPlatform: true, language: 'fr-FR' } as const
    const session = openSession(memory(), ['en-US'])
    session.keep({ ...own, speaksAsBrowser: true }, now)
    expect(session.store.get(languageAtom)).toBe('en-GB')
    session.keep(own, now)
    expect(session.store.get(languageAtom)).toBe('fr-FR')
    session.keep({ ...own, speaksAsBrowser: true }, now)
    session.chooseLanguage('de-DE')
    expect(session.store.get(languageAtom)).toBe('de-DE')
  })

  it('takes a language that it does not know for none', () => {
    const storage = memory()
    storage.setItem('doorLanguage', 'xx')
    expect(openSession(storage).store.get(languageAtom)).toBe('fr-FR')
  })

  it('writes amounts as the account does whose data is worked on: a buyer’s as the retailer', () => {
    const own = { ...user, currentOrganization: organization }
    expect(amountsOf(own, branding)).toEqual({ currency: 'EUR', timeZone: 'Europe/Brussels' })
    const viewedAccount = { currency: 'CHF', timeZone: 'Europe/Zurich' } as const
    expect(amountsOf({ ...own, viewedAccount }, branding)).toEqual(viewedAccount)
    expect(amountsOf(null, { ...branding, currency: 'GBP' }).currency).toBe('GBP')
    expect(amountsOf(null, null)).toEqual({ currency: 'EUR', timeZone: 'Europe/Paris' })
  })

  it('raises an error for a missing or outdated cart (SHELL-58)', () => {
    const storage = memory()
    expect(() => readCart(storage, 1000, now)).toThrow('Missing cart')
    openSession(storage).keep(user, now)
    expect(() => readCart(storage, 1000, new Date(now.getTime() + 1001))).toThrow('Missing cart')
  })

  it('uses the keys that the specification names (SHELL-57)', () => {
    expect(Object.keys(storageKeys)).toEqual([
      'user',
      'organizationDetails',
      'enabledPremiumFeatures',
      'cart',
      'temporaryCustomerInfo',
      'productFilters',
      'openIdLogoutAddress',
    ])
  })
})

describe('the country that an empty address most likely is in', () => {
  const viewedAccount = { currency: 'EUR', timeZone: 'Europe/Berlin', companyCountry: 'DE' } as const

  it('is that of the account whose data is worked on', () => {
    expect(likelyCountry({ ...user, viewedAccount }, 'fr-FR')).toBe('DE')
  })

  it('is that of the language where no account is known, and in the account of the platform', () => {
    expect(likelyCountry(null, 'nl-BE')).toBe('BE')
    expect(likelyCountry(user, 'en-GB')).toBe('GB')
    expect(likelyCountry({ ...user, viewedAccount, isOfPlatform: true }, 'nl-BE')).toBe('BE')
  })

  it('is that of the client that the platform has opened', () => {
    const opened = { ...user, viewedAccount, isOfPlatform: true, viewedAccountId: 'a2' }
    expect(likelyCountry(opened, 'fr-FR')).toBe('DE')
  })
})
