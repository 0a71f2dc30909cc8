import { atom, createStore } from 'jotai'
import type { AuthenticatedUser, Branding } from '#sync/calls/session-answers.ts'
import { defaultLanguage, type Currency, type Language } from '#domain/kernel/languages.ts'
import { signInNeededAtom, type Store } from './error-state.ts'
import {
  clearSession,
  readOrganizationDetails,
  readUser,
  startCart,
  writeOrganizationDetails,
  writePremiumFeatures,
  writeUser,
  type KeyValues,
  type StoredUser,
} from './local-storage.ts'

/** The user of this device; null when nobody is signed in. */
export const userAtom = atom<StoredUser | null>(null)

/** The public face of the account, known before anybody signs in. */
export const brandingAtom = atom<Branding | null>(null)

/** Holds who is signed in, in memory and on the device. */
export interface Session {
  readonly store: Store
  readonly user: () => StoredUser | null
  /** Keeps a user that the server has just named: after sign-in, module switch or refresh. */
  readonly keep: (user: AuthenticatedUser, now: Date) => StoredUser
  readonly keepBranding: (branding: Branding) => void
  readonly chooseLanguage: (language: Language) => void
  /** Forgets the user on this device (AUTH-09). */
  readonly forget: () => void
  /** Takes over what another tab has stored. */
  readonly reread: () => void
}

/** Opens the session of this device from what it stored last; needs no network. */
export function openSession(storage: KeyValues): Session {
  const store = createStore()
  store.set(userAtom, readUser(storage))
  store.set(brandingAtom, readOrganizationDetails(storage)?.branding ?? null)

  const set = (user: StoredUser): StoredUser => {
    writeUser(storage, user)
    writePremiumFeatures(storage, user.enabledPremiumFeatures)
    writeOrganizationDetails(storage, {
      currentOrganization: user.currentOrganization,
      branding: store.get(brandingAtom),
    })
    store.set(userAtom, user)
    return user
  }

  return {
    store,
    user: () => store.get(userAtom),
    keep: ({ grant: _secret, ...user }, now) => {
      const before = store.get(userAtom)
      const same = before?.id === user.id
      store.set(signInNeededAtom, false)
      const kept = set(same && before.chosenLanguage ? { ...user, chosenLanguage: before.chosenLanguage } : user)
      if (!same || before.module !== user.module) startCart(storage, now)
      return kept
    },
    keepBranding: (branding) => {
      store.set(brandingAtom, branding)
      const user = store.get(userAtom)
      if (user) writeOrganizationDetails(storage, { currentOrganization: user.currentOrganization, branding })
    },
    chooseLanguage: (language) => {
      const user = store.get(userAtom)
      if (user) set({ ...user, chosenLanguage: language })
    },
    forget: () => {
      clearSession(storage)
      store.set(signInNeededAtom, false)
      store.set(userAtom, null)
    },
    reread: () => store.set(userAtom, readUser(storage)),
  }
}

/** The language of a user; without an organisation the default (AUTH-08). */
export function languageOf(user: StoredUser | null, branding: Branding | null): Language {
  if (user === null) return branding?.language ?? defaultLanguage
  if (user.chosenLanguage) return user.chosenLanguage
  return user.currentOrganization === null ? defaultLanguage : user.language
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
