import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { needsSecondFactor } from '#domain/access/second-factor.ts'
import { isAdminType } from '#domain/organization/user-type.ts'
import type { SignInRules, SignInRulesPatch } from '#sync/calls/sign-in-rules.ts'
import { hasPasskey } from './passkey-queries.ts'
import type { AssignedModule } from './authenticated-user.ts'
import { readCodes } from './code-queries.ts'

type Tx = Transaction<Tables>

/** How the users of an account sign in; without a row nothing more is asked for than the product does. */
export async function readSignInRules(tx: Tx, { accountId }: { readonly accountId: string }): Promise<SignInRules> {
  const row = await tx
    .selectFrom('sign_in_rule')
    .select(['version', 'second_factor_types as secondFactorTypes'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row ?? { version: 0, secondFactorTypes: [] }
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
    .select(['version', 'second_factor_types as secondFactorTypes'])
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
  return row ?? present
}

/** Writes the fields that a patch names. */
export async function updateSignInRules(
  tx: Tx,
  { accountId }: { readonly accountId: string },
  { secondFactorTypes }: SignInRulesPatch,
): Promise<void> {
  if (secondFactorTypes === undefined) return
  await tx
    .updateTable('sign_in_rule')
    .set({ second_factor_types: [...new Set(secondFactorTypes)] })
    .where('account_id', '=', accountId)
    .execute()
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
  return needsSecondFactor({ assigned: types, demanded: secondFactorTypes, isOfDemo: isOfDemo(email) })
}

/** Whether a second factor is demanded of a user who has none yet. */
export async function owesFactor(tx: Tx, holder: FactorHolder, isOfDemo: (email: string) => boolean): Promise<boolean> {
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
