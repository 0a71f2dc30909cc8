import type { Transaction } from 'kysely'
import type { CustomerScope } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import { wholeName } from '#domain/customer/customer.ts'
import type { IdentificationType } from '#domain/customer/identification-type.ts'
import type { Language } from '#domain/kernel/languages.ts'

type Tx = Transaction<Tables>

/** A seller as stored, apart from what is sealed. */
export interface SellerRow {
  readonly lastName: string
  readonly firstName: string
  readonly latinName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly street: string | null
  readonly streetMore: string | null
  readonly zipCode: string | null
  readonly city: string | null
  readonly country: string | null
  readonly language: Language | null
  readonly identificationType: IdentificationType | null
  readonly identificationIssuedOn: string | null
  readonly identificationAuthority: string | null
  readonly accountHolder: string | null
  readonly accountBic: string | null
  readonly erasedAt: Date | null
}

/** Reads a seller; null for an unknown one. */
export async function readSellerRow(tx: Tx, { accountId, customerId }: CustomerScope): Promise<SellerRow | null> {
  const row = await tx
    .selectFrom('customer')
    .select(['last_name as lastName', 'first_name as firstName', 'latin_name as latinName', 'email', 'phone', 'street'])
    .select(['street_more as streetMore', 'zip_code as zipCode', 'city', 'country', 'language'])
    .select(['identification_type as identificationType', 'identification_issued_on as identificationIssuedOn'])
    .select(['identification_authority as identificationAuthority', 'account_holder as accountHolder'])
    .select('account_bic as accountBic')
    .select('erased_at as erasedAt')
    .where('account_id', '=', accountId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  return row ?? null
}

/** The holder of an account by the spelling that the customer has confirmed; without one, Latin letters are asked for. */
export function latinNameOf(seller: SellerRow | null): string {
  if (seller === null || seller.latinName === null) return ''
  return wholeName({ clientFirstname: seller.firstName, clientLastname: seller.lastName })
}
