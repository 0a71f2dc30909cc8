import { sql, type Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { offlineDays } from '#domain/access/offline-pin.ts'
import { needsSecondFactor, type DemandableType } from '#domain/access/second-factor.ts'
import { defaultSessionRules } from '#domain/access/session-limits.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { SignInRules, SignInRulesPatch } from '#sync/calls/sign-in-rules.ts'
import { hasPasskey } from './passkey-queries.ts'
import type { AssignedModule } from './authenticated-user.ts'
import { readCodes } from './one-time-code-queries.ts'

type Tx = Transaction<Tables>

const columns = [
  'version',
  'second_factor_types as secondFactorTypes',
  'office_idle_minutes as officeIdleMinutes',
  'office_absolute_hours as officeAbsoluteHours',
  'floor_idle_minutes as floorIdleMinutes',
  'floor_absolute_hours as floorAbsoluteHours',
  'proof_minutes as proofMinutes',
  'offline_days as offlineDays',
] as const

/** How the users of an account sign in; without a row nothing more is asked for than the product does. */
export async function readSignInRules(tx: Tx, { accountId }: { readonly accountId: string }): Promise<SignInRules> {
  const row = await tx.selectFrom('sign_in_rule').select(columns).where('account_id', '=', accountId).executeTakeFirst()
  return row ?? { version: 0, secondFactorTypes: [], ...defaultSessionRules, offlineDays: offlineDays.byDefault }
}

/** Locks the rules, so that two changes follow one another; an account gets its row with the first change. */
export async function lockSignInRules(tx: Tx, { accountId }: { readonly accountId: string }): Promise<SignInRules> {
  const present = await readSignInRules(tx, { accountId })
  await tx
    .insertInto('sign_in_rule')
    .values({ account_id: accountId, version: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('sign_in_rule')
    .select(columns)
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? present
}

/** Writes the fields that a patch names. */
export async function updateSignInRules(
  tx: Tx,
  { accountId }: { readonly accountId: string },
  { secondFactorTypes, ...limits }: SignInRulesPatch,
): Promise<void> {
  const changed = {
    ...(secondFactorTypes && { second_factor_types: [...new Set(secondFactorTypes)] }),
    ...(limits.officeIdleMinutes !== undefined && { office_idle_minutes: limits.officeIdleMinutes }),
    ...(limits.officeAbsoluteHours !== undefined && { office_absolute_hours: limits.officeAbsoluteHours }),
    ...(limits.floorIdleMinutes !== undefined && { floor_idle_minutes: limits.floorIdleMinutes }),
    ...(limits.floorAbsoluteHours !== undefined && { floor_absolute_hours: limits.floorAbsoluteHours }),
    ...(limits.proofMinutes !== undefined && { proof_minutes: limits.proofMinutes }),
    ...(limits.offlineDays !== undefined && { offline_days: limits.offlineDays }),
  }
  if (Object.keys(changed).length === 0) return
  await tx.updateTable('sign_in_rule').set(changed).where('account_id', '=', accountId).execute()
}

/** Who signs in with a password, as far as a second factor depends on it. */
export interface FactorHolder {
  readonly accountId: string
  readonly userId: string
  readonly email: string
  readonly assigned: readonly AssignedModule[]
}

/** Whether a second factor is demanded of a user who signs in with a password. */
export async function isFactorDemanded(
  tx: Tx,
  { accountId, email, assigned }: FactorHolder,
  isOfDemo: (email: string) => boolean,
): Promise<boolean> {
  const { secondFactorTypes } = await readSignInRules(tx, { accountId })
  const types = assigned.map(({ userType }) => userType)
  const ofBuyers: readonly DemandableType[] =
    types.includes('buyer_manager') && (await isDemandedOfBuyer(tx, accountId)) ? ['buyer_manager'] : []
  const demanded = [...secondFactorTypes, ...ofBuyers]
  return needsSecondFactor({ assigned: types, demanded, isOfDemo: isOfDemo(email) })
}

/** Whether a retailer that a buyer works for demands it of buyers: one that does is enough, whichever is viewed. */
async function isDemandedOfBuyer(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select auth_demanded_of_buyer(${accountId}::uuid) as is`.execute(tx)
  return rows[0]?.is === true
}

/** Whether a second factor is demanded of a user who has none yet. */
export async function lacksRequiredFactor(
  tx: Tx,
  holder: FactorHolder,
  isOfDemo: (email: string) => boolean,
): Promise<boolean> {
  if (!(await isFactorDemanded(tx, holder, isOfDemo))) return false
  return !(await readCodes(tx, holder)).isOn && !(await hasPasskey(tx, holder))
}

/** Whether a user is an administrator of the embedded demo, who is told that a password alone opens everything. */
export function isAdministratorOfDemo(
  { email, assigned }: Pick<FactorHolder, 'email' | 'assigned'>,
  isOfDemo: (email: string) => boolean,
): boolean {
  return isOfDemo(email) && assigned.some(({ userType }) => isAdminType(userType))
}
