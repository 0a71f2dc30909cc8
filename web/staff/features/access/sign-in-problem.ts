import type { TFunction } from 'i18next'
import type { i18n } from 'i18next'
import { CallError } from '#web/lib/http.ts'
import { codeText } from '#web/lib/error-text.ts'
import { NoPasskeyError } from './show-passkey.ts'
import { NoPermissionsError } from './use-sign-in.ts'

/** The text of a sign-in that failed: wrong credentials, SSO demanded, no network, a default, and the unexpected. */
export function signInProblem(error: unknown, t: TFunction<'access'>, texts: i18n): string {
  if (error instanceof NoPermissionsError) return codeText(texts, 'ACCESS_NO_PERMISSIONS') ?? ''
  if (error instanceof NoPasskeyError) return t(($) => $.passkeys.none)
  if (!(error instanceof CallError)) return t(($) => $.login.unexpected)
  if (error.status >= 500) return t(($) => $.login.unexpected)
  return codeText(texts, error.code, { hosts: hostsIn(error) }) ?? t(($) => $.login.failed)
}

/** Where the passkeys of the user work, as the server names it. */
function hostsIn({ details }: CallError): string {
  const hosts: unknown = typeof details === 'object' && details !== null && 'hosts' in details ? details.hosts : null
  return Array.isArray(hosts) ? hosts.join(', ') : ''
}
