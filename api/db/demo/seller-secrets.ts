import { composeIBAN } from 'ibantools'
import type pg from 'pg'
import { sealNewCustomer, sealRegisterIdentity, type SecretSealer } from '../customer-secrets.ts'
import type { DemoDocument } from './identity-documents.ts'
import { insertRows } from './insert-rows.ts'
import type { DemoCustomer } from './people.ts'
import type { Random } from './random.ts'

/** A customer who may be paid by transfer, with the document that was shown. */
export interface DemoSeller {
  readonly account_id: string
  readonly id: string
  readonly country: string
  readonly document: DemoDocument
}

/**
 * Gives each customer the number of its document and a bank account of the own country, sealed as the counter and the
 * public site seal them.
 */
export async function insertSellerSecrets(
  client: pg.ClientBase,
  random: Random,
  vault: SecretSealer,
  customers: readonly DemoSeller[],
): Promise<void> {
  const sealed = customers.map(({ account_id, id, country, document }) => ({
    account_id,
    customer_id: id,
    ...sealNewCustomer(
      vault,
      { accountId: account_id, customerId: id },
      { identityNumber: document.number, iban: demoIban(random, country) },
    ),
  }))
  await insertRows(
    client,
    'customer_key',
    sealed.map(({ account_id, customer_id, wrappedKey }) => ({
      account_id,
      customer_id,
      wrapped_key: bytes(wrappedKey),
    })),
  )
  await insertRows(
    client,
    'customer_secret',
    sealed.flatMap(({ account_id, customer_id, secrets }) =>
      secrets.map(({ kind, sealed: text }) => ({ account_id, customer_id, kind, sealed: bytes(text) })),
    ),
  )
}

/** Who a customer is, as the register of purchases keeps it; for a column of bytes. */
export function registerIdentity(
  vault: SecretSealer,
  accountId: string,
  { customer, document }: { readonly customer: DemoCustomer; readonly document: DemoDocument },
): string {
  return bytes(
    sealRegisterIdentity(vault, accountId, {
      lastName: customer.last_name,
      firstName: customer.first_name,
      street: customer.street,
      streetMore: null,
      zipCode: customer.zip_code,
      city: customer.city,
      country: customer.country,
      ...document,
    }),
  )
}

/** Draws an IBAN whose check digits are right, those of the national account number too. */
export function demoIban(random: Random, country: string): string {
  const iban = composeIBAN({ countryCode: country, bban: bbanOf(random, country) })
  if (iban === null) throw new Error(`no IBAN can be made for ${country}`)
  return iban
}

function bbanOf(random: Random, country: string): string {
  if (country === 'BE') {
    const body = `539${random.digits(7)}`
    return body + String(Number(body) % 97 || 97).padStart(2, '0')
  }
  if (country === 'DE') return `37040044${random.digits(10)}`
  const [bank, branch, account] = ['30006', '00001', random.digits(11)]
  const key = 97 - ((89 * Number(bank) + 15 * Number(branch) + 3 * Number(account)) % 97)
  return bank + branch + account + String(key).padStart(2, '0')
}

function bytes(buffer: Buffer): string {
  return `\\x${buffer.toString('hex')}`
}
