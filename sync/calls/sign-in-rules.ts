import * as z from 'zod'
import { demandableTypes } from '#domain/access/second-factor.ts'
import { offlineDays } from '#domain/access/offline-pin.ts'
import { sessionLimitBounds } from '#domain/access/session-limits.ts'
import { idParams } from './organization.ts'

const within = ({ least, most }: { readonly least: number; readonly most: number }) => z.int().min(least).max(most)
const { idleMinutes, absoluteHours, proofMinutes } = sessionLimitBounds

const rules = {
  /** The user types of whom a second factor is demanded beside the password. */
  secondFactorTypes: z.array(z.enum(demandableTypes)).max(demandableTypes.length),
  /** When sessions of the office end that nobody uses, and how long they live altogether. */
  officeIdleMinutes: within(idleMinutes),
  officeAbsoluteHours: within(absoluteHours),
  /** The same of stores and warehouses. */
  floorIdleMinutes: within(idleMinutes),
  floorAbsoluteHours: within(absoluteHours),
  /** How long a proof counts before money, users and keys ask for another. */
  proofMinutes: within(proofMinutes),
  /** For how many days after its last contact a device lets its users back in by a PIN without a network; 0 for never. */
  offlineDays: within(offlineDays),
}

/** How the users of an account sign in; the version is 0 before the first change. */
const signInRulesAnswer = z.object({ version: z.int(), ...rules })
export type SignInRules = z.output<typeof signInRulesAnswer>

/** `GET /api/accounts/{id}/sign-in-rules`. */
export const readSignInRulesCall = {
  method: 'get',
  path: '/api/accounts/{id}/sign-in-rules',
  params: idParams,
  answer: signInRulesAnswer,
} as const

/**
 * `PATCH /api/accounts/{id}/sign-in-rules` as a merge patch. `If-Match: "<version>"` refuses the change where another user
 * was faster.
 */
export const patchSignInRulesCall = {
  method: 'patch',
  path: '/api/accounts/{id}/sign-in-rules',
  params: idParams,
  bodyType: 'merge-patch',
  body: z.strictObject(rules).partial(),
  answer: signInRulesAnswer,
} as const
/** The fields that a merge patch may name. */
export type SignInRulesPatch = z.output<typeof patchSignInRulesCall.body>
