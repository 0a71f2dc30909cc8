import type { QueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import type { i18n } from 'i18next'
import { createContext, use, useMemo } from 'react'
import { createFormat, type Format } from './format.ts'
import type { Http } from './http.ts'
import type { KeyValues, StoredUser } from './local-storage.ts'
import { can, type RoutePermission } from './permission.ts'
import { amountsOf, brandingAtom, languageAtom, userAtom, type Session } from './session.ts'

/** What the staff app is built from; made once at start and handed down. */
export interface Platform {
  readonly storage: KeyValues
  readonly session: Session
  readonly http: Http
  readonly queries: QueryClient
  readonly texts: i18n
}

/** Carries the platform to the screens. */
export const PlatformContext = createContext<Platform | null>(null)

/** The platform; a component outside its provider is a programming error. */
export function usePlatform(): Platform {
  const platform = use(PlatformContext)
  if (platform === null) throw new Error('no PlatformContext above this component')
  return platform
}

/** Calls the API. */
export function useHttp(): Http {
  return usePlatform().http
}

/** The signed-in user; null on the pages before sign-in. */
export function useUser(): StoredUser | null {
  return useAtomValue(userAtom)
}

/** The signed-in user on a screen behind the guard. */
export function useSignedInUser(): StoredUser {
  const user = useUser()
  if (user === null) throw new Error('a screen behind the guard has no user')
  return user
}

export function useCan(permission: RoutePermission): boolean {
  return can(useUser(), permission)
}

/** Writers of numbers, money and dates for this user and account. */
export function useFormat(): Format {
  const user = useUser()
  const branding = useAtomValue(brandingAtom)
  const language = useAtomValue(languageAtom)
  const { currency, timeZone } = amountsOf(user, branding)
  return useMemo(() => createFormat(language, currency, timeZone), [language, currency, timeZone])
}
