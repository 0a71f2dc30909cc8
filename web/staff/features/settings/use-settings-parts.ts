import {
  patchRootDetailCall,
  patchWhiteLabelCall,
  readRootDetailCall,
  readWhiteLabelCall,
} from '#sync/calls/settings.ts'
import { patchPaymentRuleCall, readPaymentRuleCall, type PaymentRuleAnswer } from '#sync/calls/payment-release.ts'
import { patchSignInRulesCall, readSignInRulesCall, type SignInRules } from '#sync/calls/sign-in-rules.ts'
import { usePlatform, useSignedInUser } from '#web/lib/platform.tsx'
import { refreshSession } from '#web/lib/refresh-session.ts'
import { settingsKey } from './settings-calls.ts'
import {
  checkDetail,
  checkWhiteLabel,
  detailValues,
  whiteLabelValues,
  type Checked,
  type DetailValues,
  type WhiteLabelValues,
} from './settings-values.ts'
import { usePart, type Part } from './use-part.ts'

/** The organisation root details of the account that is worked on. */
export function useDetailPart(): Part<DetailValues> {
  const { http } = usePlatform()
  const { viewedAccountId: accountId } = useSignedInUser()
  return usePart({
    key: [...settingsKey(accountId), 'root-detail'],
    read: (signal) => http(readRootDetailCall, { params: { id: accountId }, signal }),
    valuesOf: detailValues,
    check: checkDetail,
    send: (body, { id, version }) => http(patchRootDetailCall, { params: { id }, body, ifMatch: version }),
  })
}

/** The white label of the account that is worked on; the header's link to the account's site follows a save. */
export function useWhiteLabelPart(): Part<WhiteLabelValues> {
  const platform = usePlatform()
  const { http } = platform
  const { viewedAccountId: id } = useSignedInUser()
  return usePart({
    key: [...settingsKey(id), 'white-label'],
    read: (signal) => http(readWhiteLabelCall, { params: { id }, signal }),
    valuesOf: whiteLabelValues,
    check: checkWhiteLabel,
    send: (body, { version }) => http(patchWhiteLabelCall, { params: { id }, body, ifMatch: version }),
    onSaved: () => void refreshSession(platform, () => undefined),
  })
}

/** What the fields of the rules of signing in hold. */
export type SignInValues = Omit<SignInRules, 'version'>

/** How the users of the account that is worked on sign in. */
export function useSignInPart(): Part<SignInValues> {
  const { http } = usePlatform()
  const { viewedAccountId: id } = useSignedInUser()
  return usePart({
    key: [...settingsKey(id), 'sign-in-rules'],
    read: (signal) => http(readSignInRulesCall, { params: { id }, signal }),
    valuesOf: ({ version: _version, ...values }: SignInRules): SignInValues => values,
    check: (changed) => ({ ok: true, value: changed }),
    send: (body, { version }) => http(patchSignInRulesCall, { params: { id }, body, ifMatch: version }),
  })
}

/** What the fields of the rule of two people hold: an amount in whole units of the currency, or null for one person. */
export interface RuleValues {
  readonly releaseAbove: number | string | null
}

/** Above which amount the account that is worked on asks for two people. */
export function usePaymentRulePart(): Part<RuleValues, PaymentRuleAnswer> {
  const { http } = usePlatform()
  const { viewedAccountId: id } = useSignedInUser()
  return usePart({
    key: [...settingsKey(id), 'payment-rule'],
    read: (signal) => http(readPaymentRuleCall, { params: { id }, signal }),
    valuesOf: ({ releaseAboveCents }: PaymentRuleAnswer): RuleValues => ({
      releaseAbove: releaseAboveCents === null ? null : releaseAboveCents / 100,
    }),
    check: checkRule,
    send: (body, { version }) => http(patchPaymentRuleCall, { params: { id }, body, ifMatch: version }),
  })
}

function checkRule({ releaseAbove }: Partial<RuleValues>): Checked<RuleValues, { releaseAboveCents: number | null }> {
  const schema = patchPaymentRuleCall.body
  const releaseAboveCents = typeof releaseAbove === 'number' ? Math.round(releaseAbove * 100) : releaseAbove
  if (releaseAboveCents === null) return { ok: true, value: { releaseAboveCents } }
  const parsed = schema.safeParse({ releaseAboveCents })
  if (parsed.success && typeof releaseAboveCents === 'number') return { ok: true, value: { releaseAboveCents } }
  const problem = { message: 'FORM_CART_MINIMUM_INVALID', schema, path: ['releaseAboveCents'] }
  return { ok: false, error: { releaseAbove: problem } }
}
