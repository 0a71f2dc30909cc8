import { errorStatus, type ErrorCode } from './error-status.ts'
import type { DeclaredRoute } from './route.ts'

type Spec = DeclaredRoute['spec']

/** Every refusal that a route may answer with: the conversation's own, and those that the route declares. */
export function refusalsOf(spec: Spec): readonly ErrorCode[] {
  const isRead = spec.method === 'get' || spec.method === 'head'
  const codes: readonly ErrorCode[] = [
    'REQUEST_INVALID',
    'REQUEST_UNKNOWN_FIELD',
    'REQUEST_HOST_UNKNOWN',
    'SERVER_ERROR',
    'SERVER_UNAVAILABLE',
    'SERVER_KEY_UNKNOWN',
    ...(isRead ? [] : bodyRefusals),
    ...callerRefusals(spec),
    ...(spec.openSite === true ? (['PUBLIC_SITE_NOT_OPEN'] as const) : []),
    ...(spec.params === undefined ? [] : (['REQUEST_NOT_FOUND'] as const)),
    ...(spec.refusals ?? []),
  ]
  return [...new Set(codes)].toSorted()
}

/** The refusals of a route by their status. */
export function refusalsByStatus(spec: Spec): ReadonlyMap<number, readonly ErrorCode[]> {
  const codes = refusalsOf(spec)
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted((a, b) => a - b)
  return new Map(statuses.map((status) => [status, codes.filter((code) => errorStatus[code] === status)]))
}

const bodyRefusals = [
  'REQUEST_FOREIGN_ORIGIN',
  'REQUEST_MALFORMED_JSON',
  'REQUEST_CONTENT_TYPE',
  'REQUEST_TOO_LARGE',
  'REQUEST_BODY_CUT',
] as const

function callerRefusals({ permission, beforeSecondFactor, freshProof }: Spec): readonly ErrorCode[] {
  if (permission === 'none') return []
  if (permission === 'grant') return ['SYNC_GRANT_INVALID']
  const signedIn = [
    'ACCESS_SESSION_REQUIRED',
    'ACCESS_MODULE_MISMATCH',
    'ACCESS_ACCOUNT_MISMATCH',
    'ACCESS_LANGUAGE_MISMATCH',
    'ACCESS_NO_PERMISSIONS',
    ...(beforeSecondFactor === true ? [] : (['ACCESS_SECOND_FACTOR_MISSING'] as const)),
    ...(freshProof === true ? (['ACCESS_PROOF_REQUIRED'] as const) : []),
  ] as const
  return permission === 'session' || permission === 'visitor' ? signedIn : [...signedIn, 'ACCESS_PERMISSION_MISSING']
}
