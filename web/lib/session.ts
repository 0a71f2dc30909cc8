import { atom, createStore } from 'jotai'
import { sepaCurrency } from '#domain/kernel/sepa-countries.ts'
import type { AuthenticatedUser, Branding } from '#sync/calls/session-answers.ts'
import {
  defaultLanguage,
  languageOfBrowser,
  languages,
  type Currency,
  type Language,
} from '#domain/kernel/languages.ts'
import { dropSessionEnd, signInNeededAtom, type Store } from './error-state.ts'
import {
  clearSession,
  countSession,
  readOrganizationDetails,
  readUser,
  startCart,
  writeOpenIdLogoutAddress,
  writeOrganizationDetails,
  writePremiumFeatures,
  writeUser,
  type KeyValues,
  type StoredUser,
} from './local-storage.ts'

/** The user of this device; null when nobody is signed in. */
export const userAtom = atom<StoredUser | null>(null)

/**
 * E-mail and module of the user whose session has just ended, which the storage forgets: the same user goes on in that
 * module after signing in again. Kept in the memory of the page alone.
 */
export const expiredUserAtom = atom<Pick<StoredUser, 'email' | 'module'> | null>(null)

/** Whether a sign-in with the server has just succeeded whose user is not kept yet, as while a second factor is set up. */
export const sessionBegunAtom = atom(false)

/** Whether a PIN alone has let the user in, so that the browser's session is not that user's. */
export const byPinAtom = atom((get) => get(userAtom)?.byPin === true && !get(sessionBegunAtom))

/** Why a user was signed out unasked, as the door says: no permission is left, or the days of a PIN are over. */
export type DismissReason = 'noPermissions' | 'pinOver'

/** Why the last user was signed out unasked; null where nobody was. */
export const dismissedAtom = atom<DismissReason | null>(null)

/** The public face of the account, known before anybody signs in. */
export const brandingAtom = atom<Branding | null>(null)

/** The language that the user picked before signing in. */
const doorLanguageAtom = atom<Language | null>(null)
/** Where the device keeps it. */
const doorLanguageKey = 'doorLanguage'
/** Where it keeps that nobody has signed in since it was picked. */
const freshLanguageKey = 'doorLanguageFresh'

/** The language that the browser asks for; null where it asks for none of ours. */
const browserLanguageAtom = atom<Language | null>(null)

/**
 * The language of the interface: the one that the user picked, at the door or in the panel, else the user's own or the
 * account's, else the default where the user has no organisation (AUTH-08); before a sign-in the one picked on this
 * device, else that of the account behind the host. The platform speaks as the browser does: where no account is behind
 * the host, and to its administrators who have picked none.
 */
export const languageAtom = atom((get): Language => {
  const user = get(userAtom)
  const byBrowser = get(browserLanguageAtom)
  if (user === null) return get(doorLanguageAtom) ?? siteLanguage(get(brandingAtom)) ?? byBrowser ?? defaultLanguage
  if (user.chosenLanguage) return user.chosenLanguage
  if (user.speaksAsBrowser === true) return byBrowser ?? user.language
  return user.currentOrganization === null ? defaultLanguage : user.language
})

function siteLanguage(branding: Branding | null): Language | null {
  return branding === null || branding.accountId === null ? null : branding.language
}

/** Holds who is signed in, in memory and on the device. */
export interface Session {
  readonly store: Store
  readonly user: () => StoredUser | null
  /** Keeps a user that the server has just named: after sign-in, module switch or refresh. */
  readonly keep: (user: AuthenticatedUser, now: Date) => StoredUser
  /**
   * Keeps such a user for the next start alone: the page that is drawn is of another module or account, and says so with
   * each of its calls until it is loaded again.
   */
  readonly keepForReload: (user: AuthenticatedUser, now: Date) => StoredUser
  readonly keepBranding: (branding: Branding) => void
  /** For the user; for this device where nobody is signed in. */
  readonly chooseLanguage: (language: Language) => void
  /** The server knows the language that the user has picked. */
  readonly languageSent: (language: Language) => void
  /** Forgets the user on this device (AUTH-09). */
  readonly forget: () => void
  /** Lets a user in again without the server, as the session was kept at the sign-out; false where it cannot be read. */
  readonly resume: (values: Readonly<Record<string, string>>, now: Date) => boolean
  /** Takes over what another tab has stored: a user who has signed in there is signed in here too. */
  readonly reread: () => void
}

/** Opens the session of this device from what it stored last, with the browser's languages; needs no network. */
export function openSession(storage: KeyValues, browserLanguages: readonly string[] = []): Session {
  const store = createStore()
  store.set(browserLanguageAtom, languageOfBrowser(browserLanguages))
  store.set(userAtom, readUser(storage))
  store.set(brandingAtom, readOrganizationDetails(storage)?.branding ?? null)
  const kept = storage.getItem(doorLanguageKey)
  store.set(doorLanguageAtom, languages.find((language) => language === kept) ?? null)

  const write = (user: StoredUser): StoredUser => {
    countSession(storage)
    writeUser(storage, user)
    writePremiumFeatures(storage, user.enabledPremiumFeatures)
    writeOrganizationDetails(storage, {
      currentOrganization: user.currentOrganization,
      branding: store.get(brandingAtom),
    })
    return user
  }
  // Another tab may have gone on to another account or module, and this one is kept for what is typed in it: the device
  // belongs to the other one.
  const isOfDevice = ({ id, module, viewedAccountId }: StoredUser): boolean => {
    const stored = readUser(storage)
    return stored?.id === id && stored.module === module && stored.viewedAccountId === viewedAccountId
  }
  const set = (user: StoredUser): void => store.set(userAtom, isOfDevice(user) ? write(user) : user)

  // It is of one sign-in: who comes later has not picked it.
  const takeDoorLanguage = (): Pick<StoredUser, 'chosenLanguage'> => {
    const fresh = storage.getItem(freshLanguageKey)
    storage.removeItem(freshLanguageKey)
    const chosenLanguage = languages.find((language) => language === fresh)
    return chosenLanguage === undefined ? {} : { chosenLanguage }
  }

  const keepOnDevice: Session['keep'] = (named, now) => {
    const { grant: _secret, moreGrants: _secrets, openIdLogoutAddress, ...user } = named
    const before = store.get(userAtom)
    const same = before?.id === user.id
    // A sign-in alone tells the address: a user who is only read again keeps it.
    if (openIdLogoutAddress !== undefined || !user.viaOpenid || !same)
      writeOpenIdLogoutAddress(storage, openIdLogoutAddress)
    const kept = write({ ...user, namedAtMs: now.getTime(), ...(same ? languagesOf(before) : takeDoorLanguage()) })
    if (!same || before.module !== user.module) startCart(storage, now)
    return kept
  }

  return {
    store,
    user: () => store.get(userAtom),
    keep: (user, now) => {
      const kept = keepOnDevice(user, now)
      // A call that was on its way while one session took the other's place has been refused for nothing.
      dropSessionEnd(store)
      store.set(sessionBegunAtom, false)
      store.set(userAtom, kept)
      return kept
    },
    keepForReload: keepOnDevice,
    keepBranding: (branding) => {
      store.set(brandingAtom, branding)
      const user = store.get(userAtom)
      if (user && isOfDevice(user))
        writeOrganizationDetails(storage, { currentOrganization: user.currentOrganization, branding })
    },
    chooseLanguage: (language) => {
      const user = store.get(userAtom)
      if (user) return set({ ...user, chosenLanguage: language, unsentLanguage: language })
      storage.setItem(doorLanguageKey, language)
      storage.setItem(freshLanguageKey, language)
      store.set(doorLanguageAtom, language)
    },
    languageSent: (language) => {
      const { unsentLanguage, ...user } = store.get(userAtom) ?? {}
      if (unsentLanguage === language) set({ ...(user as StoredUser), language })
    },
    forget: () => {
      clearSession(storage)
      countSession(storage)
      store.set(signInNeededAtom, false)
      store.set(sessionBegunAtom, false)
      store.set(userAtom, null)
    },
    resume: (values, now) => {
      for (const [key, text] of Object.entries(values)) storage.setItem(key, text)
      const user = readUser(storage)
      if (user === null) return false
      store.set(brandingAtom, readOrganizationDetails(storage)?.branding ?? store.get(brandingAtom))
      write({ ...user, byPin: true })
      startCart(storage, now)
      store.set(sessionBegunAtom, false)
      store.set(userAtom, readUser(storage))
      return true
    },
    reread: () => {
      store.set(sessionBegunAtom, false)
      store.set(userAtom, readUser(storage))
      dropSessionEnd(store)
    },
  }
}

function languagesOf({ chosenLanguage, unsentLanguage }: StoredUser): Partial<StoredUser> {
  return { ...(chosenLanguage && { chosenLanguage }), ...(unsentLanguage && { unsentLanguage }) }
}

const countriesByLanguage: Readonly<Record<Language, string>> = {
  'fr-FR': 'FR',
  'en-GB': 'GB',
  'nl-BE': 'BE',
  'de-DE': 'DE',
}

/**
 * The country that an empty address most likely is in: that of the account whose data is worked on, else that of the
 * language. The platform's own account is in none of its clients' countries.
 */
export function likelyCountry(user: StoredUser | null, language: string): string {
  const isAtPlatform = user?.isOfPlatform === true && user.viewedAccountId === user.accountId
  const own = user?.viewedAccount?.companyCountry ?? user?.currentOrganization?.account.companyCountry
  const spoken = languages.find((one) => one === language) ?? defaultLanguage
  return (isAtPlatform ? null : own) ?? countriesByLanguage[spoken]
}

/**
 * Currency and time zone of what is shown: those of the account whose data is worked on, which for a buyer is the
 * retailer viewed; before a sign-in those of the account behind the host.
 */
export function amountsOf(
  user: StoredUser | null,
  branding: Branding | null,
): { readonly currency: Currency; readonly timeZone: string } {
  const account = user?.viewedAccount ?? user?.currentOrganization?.account
  return {
    currency: account?.currency ?? branding?.currency ?? 'EUR',
    timeZone: account?.timeZone ?? 'Europe/Paris',
  }
}

/** Whether files can carry the transfers of the account that is shown: SEPA knows euros alone. */
export function hasTransferFiles(user: StoredUser | null): boolean {
  return amountsOf(user, null).currency === sepaCurrency
}
