import type { Transaction } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import type { UserScope } from '#api/mail/password-mails.ts'
import { codeTolerance, isAppCode, oneTimeCode, plainCode } from '#domain/access/one-time-code.ts'
import { countRecoveryCodes } from './recovery-codes.ts'
import type { SealedColumn } from '#api/db/sealed-column.ts'

type Tx = Transaction<Tables>
/** Opens and seals the secrets of users. */
export type CodeSealer = Pick<SecretSealer, 'sealFor' | 'openFor'>

/** How the codes of a user stand. */
export interface CodesState {
  readonly isOn: boolean
  readonly since: Date | null
  readonly recoveryCodesLeft: number
}

const keyOwner = ({ accountId, userId }: UserScope) => `one-time codes of ${accountId} ${userId}`
const secretLabel = 'one-time code secret'

/** What a new master key seals again. */
export const sealedOfCodes: readonly SealedColumn[] = [
  {
    table: 'user_code',
    column: 'secret',
    id: 'user_id',
    owner: (accountId, userId) => keyOwner({ accountId, userId }),
    label: () => secretLabel,
  },
]

function totpOf(secret: string, label: string): TOTP {
  const { digits, periodSeconds: period, issuer } = oneTimeCode
  return new TOTP({ issuer, label, algorithm: 'SHA1', digits, period, secret: Secret.fromBase32(secret) })
}

/** Whether a user signs in with codes, and since when. */
export async function readCodes(tx: Tx, { accountId, userId }: UserScope): Promise<CodesState> {
  const row = await tx
    .selectFrom('user_code')
    .select('confirmed_at')
    .where('account_id', '=', accountId)
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  if (row === undefined) return { isOn: false, since: null, recoveryCodesLeft: 0 }
  const recoveryCodesLeft = await countRecoveryCodes(tx, { accountId, userId })
  return { isOn: true, since: row.confirmed_at, recoveryCodesLeft }
}

/** Begins with a new secret, in place of one that was not confirmed; null where codes are on. */
export async function beginCodes(
  tx: Tx,
  vault: CodeSealer,
  scope: UserScope,
  label: string,
): Promise<{ readonly secret: string; readonly uri: string } | null> {
  const secret = new Secret({ size: 20 }).base32
  const sealed = vault.sealFor(keyOwner(scope), secret, secretLabel)
  const stored = await tx
    .insertInto('user_code')
    .values({ account_id: scope.accountId, user_id: scope.userId, secret: sealed })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'user_id'])
        .doUpdateSet({ secret: sealed, last_step: '0' })
        .where('user_code.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  if ((stored.numInsertedOrUpdatedRows ?? 0n) === 0n) return null
  return { secret, uri: totpOf(secret, label).toString() }
}

/** Takes a code of a user's app once: a code is worth nothing after it, or an earlier one, was taken. */
export async function takeAppCode(
  tx: Tx,
  vault: CodeSealer,
  scope: UserScope,
  { code, now, isConfirmed }: { readonly code: string; readonly now: Date; readonly isConfirmed: boolean },
): Promise<boolean> {
  const row = await tx
    .selectFrom('user_code')
    .select(['secret', 'last_step'])
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .where('confirmed_at', isConfirmed ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined || !isAppCode(code)) return false
  const totp = totpOf(vault.openFor(keyOwner(scope), row.secret, secretLabel), '')
  const timestamp = now.getTime()
  const delta = totp.validate({ token: plainCode(code), timestamp, window: codeTolerance })
  if (delta === null) return false
  const step = totp.counter({ timestamp }) + delta
  if (step <= Number(row.last_step)) return false
  await tx
    .updateTable('user_code')
    .set({ last_step: String(step), ...(!isConfirmed && { confirmed_at: now }) })
    .where('account_id', '=', scope.accountId)
    .where('user_id', '=', scope.userId)
    .execute()
  return true
}
