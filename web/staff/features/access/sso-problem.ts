import type { i18n, TFunction } from 'i18next'
import { codeText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { NoPermissionsError } from './use-sign-in.ts'

/** Why a sign-in with the organisation failed, in words: each reason has its own (AUTH-13). */
export function ssoProblem(error: unknown, t: TFunction<'access'>, texts: i18n): string {
  if (error instanceof NoPermissionsError) return codeText(texts, 'ACCESS_NO_PERMISSIONS') ?? ''
  if (!(error instanceof CallError) || error.status >= 500) return t(($) => $.sso.failed)
  if (error.code === 'ACCESS_SSO_NOT_CONFIGURED') return t(($) => $.sso.noOrganization)
  return codeText(texts, error.code) ?? t(($) => $.sso.failed)
}
