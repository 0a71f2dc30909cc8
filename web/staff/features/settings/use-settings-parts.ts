import {
  patchRootDetailCall,
  patchWhiteLabelCall,
  readRootDetailCall,
  readWhiteLabelCall,
} from '#sync/calls/settings.ts'
import { patchSignInRulesCall, readSignInRulesCall, type SignInRules } from '#sync/calls/sign-in-rules.ts'
import { usePlatform, useSignedInUser } from '#web/lib/platform.tsx'
import { refreshSession } from '#web/lib/refresh-session.ts'
import { settingsKey } from './settings-calls.ts'
import {
  checkDetail,
  checkWhiteLabel,
  detailValues,
  whiteLabelValues,
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
