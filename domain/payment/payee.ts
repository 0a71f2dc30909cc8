import { isSameName, needsLatinName } from '../customer/customer.ts'
import { isSepaIban, needsBic } from '../kernel/sepa-countries.ts'
import { fail, succeed, type Result } from '../kernel/result.ts'
import type { LeftOutReason } from './left-out-reason.ts'
import { sepaText } from './pain-001.ts'

/** Who is to be paid, as far as it is known. */
export interface KnownPayee {
  /** The customer. */
  readonly name: string
  /** As the customer spells it in Latin letters. */
  readonly latinName: string | null
  readonly accountHolder: string | null
  readonly iban: string | null
  readonly bic: string | null
}

/** Who is paid, as a file says it. */
export interface Payee {
  /** As it was given. */
  readonly name: string
  /** In the characters of SEPA. */
  readonly said: string
  readonly iban: string
  readonly bic: string | null
}

/**
 * Whom a transfer names: the holder of the account; the customer's own spelling stands for a name in other letters. A
 * payment whose payee a bank could not read, or not reach, is left out with its reason.
 */
export function payeeOf(known: KnownPayee): Result<Payee, LeftOutReason> {
  const { iban, bic, latinName, name } = known
  if (iban === null) return fail('no_iban')
  if (!isSepaIban(iban)) return fail('outside_sepa')
  const holder = known.accountHolder ?? name
  const spelled = needsLatinName(holder) && isSameName(holder, name) ? (latinName ?? holder) : holder
  const said = needsLatinName(spelled) ? '' : sepaText(spelled, 70, iban)
  if (!/[A-Za-z]/.test(said)) return fail('no_latin_name')
  if (needsBic(iban) && bic === null) return fail('no_bic')
  return succeed({ name: spelled, said, iban, bic: needsBic(iban) ? bic : null })
}
