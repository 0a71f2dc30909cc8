import { sql, type Transaction } from 'kysely'
import { openSecrets } from '#api/db/customer-secrets.ts'
import { hasDeclinedSince } from '#api/db/found-again.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Vault } from '#api/adapters/vault/vault.ts'
import {
  foundAgainSince,
  maskedEmail,
  maskedEnd,
  maskedName,
  mostFoundAgain,
  type FoundBy,
} from '#domain/customer/found-again.ts'
import type { IdentificationType } from '#domain/customer/identification-type.ts'
import { isSamePerson } from '#domain/customer/seller.ts'
import type { Language } from '#domain/kernel/languages.ts'
import type { findCustomersCall, takeCustomerCall } from '#sync/calls/customer-found-again.ts'
import type * as z from 'zod'

type Tx = Transaction<Tables>
type Masked = z.input<typeof findCustomersCall.answer>['customers'][number]

interface FoundRow {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly latinName: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly street: string | null
  readonly streetMore: string | null
  readonly zipCode: string | null
  readonly city: string | null
  readonly country: string | null
  readonly language: Language | null
  readonly type: IdentificationType | null
  readonly issuedOn: string | null
  readonly authority: string | null
  readonly accountHolder: string | null
  readonly since: Date
}

interface Asked {
  readonly accountId: string
  readonly by: FoundBy
  readonly now: Date
}

/** The country that phone numbers of an account are of, where they name none. */
export async function countryOf(tx: Tx, accountId: string): Promise<string> {
  const { company_country: country } = await tx
    .selectFrom('account')
    .select('company_country')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  return country
}

/** Customers of all sales whom a phone or e-mail finds, the latest first. */
async function readAgreed(tx: Tx, { accountId, by, now }: Asked): Promise<readonly FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select c.id, c.first_name as "firstName", c.last_name as "lastName", c.latin_name as "latinName", c.email, c.phone,
      c.street, c.street_more as "streetMore", c.zip_code as "zipCode", c.city, c.country, c.language,
      c.identification_type as type, c.identification_issued_on::text as "issuedOn",
      c.identification_authority as authority, c.account_holder as "accountHolder", c.found_again_since as since
    from customer c
    where c.account_id = ${accountId} and c.erased_at is null and c.found_again_since > ${foundAgainSince(now)}
      and not ${hasDeclinedSince('c', accountId, sql`c.found_again_since`)}
      and ${'email' in by ? sql`lower(c.email) = ${by.email}` : sql`c.phone = ${by.phone}`}
    order by c.found_again_since desc, c.id desc limit 100`.execute(tx)
  return rows
}

/** The customers whom a phone or e-mail finds, each person once, as the latest sale had them; with no detail whole. */
export async function findCustomers(tx: Tx, asked: Asked): Promise<Masked[]> {
  const rows = await readAgreed(tx, asked)
  const found = rows
    .filter((row, at) => rows.findIndex((other) => isSamePerson(other, row)) === at)
    .slice(0, mostFoundAgain)
  return found.map(({ id, firstName, lastName, email, phone, since }) => ({
    id,
    name: maskedName(`${firstName} ${lastName}`),
    email: maskedEmail(email ?? ''),
    phone: maskedEnd(phone ?? '', 2),
    soldAt: since.toISOString(),
  }))
}

/**
 * The details of a customer whom the same phone or e-mail finds; null where it does not. A later sale of the same person
 * may have come since they were listed.
 */
export async function takeCustomer(
  tx: Tx,
  vault: Vault,
  { customerId, ...asked }: Asked & { readonly customerId: string },
): Promise<z.input<typeof takeCustomerCall.answer> | null> {
  const row = (await readAgreed(tx, asked)).find(({ id }) => id === customerId)
  if (row === undefined) return null
  const { identityNumber, iban } = await openSecrets(tx, vault, { accountId: asked.accountId, customerId })
  const { type, issuedOn, authority } = row
  return {
    id: customerId,
    customer: {
      clientLastname: row.lastName,
      clientFirstname: row.firstName,
      clientLatinName: row.latinName ?? '',
      clientEmail: row.email ?? '',
      clientPhone: row.phone ?? '',
      clientStreet: row.street ?? '',
      clientStreetMore: row.streetMore ?? '',
      clientZipCode: row.zipCode ?? '',
      clientCity: row.city ?? '',
      clientCountry: row.country ?? '',
    },
    identification:
      type === null || issuedOn === null || authority === null || identityNumber === null
        ? null
        : { type, end: maskedEnd(identityNumber, 3) },
    bank: iban === null || row.accountHolder === null ? null : { end: maskedEnd(iban, 4) },
    language: row.language,
  }
}
