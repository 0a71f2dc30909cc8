import type pg from 'pg'
import type { Language } from '#domain/kernel/languages.ts'
import type { Visit } from './public-visit.ts'
import { readTexts } from './texts.ts'

/** The customer's account. */
export const iban = 'FR76 3000 6000 0112 3456 7890 189'
/** The number of the customer's identity card. */
export const identity = 'X4RTBPFW4'

/** Texts of the checkout. */
export type CheckoutWords = (key: string, facts?: Readonly<Record<string, string | number>>) => string

/** The texts of the checkout in a language. */
export function checkoutWords(locale: Language): CheckoutWords {
  const read = readTexts(locale, 'checkout')
  return (key, facts = {}) =>
    read(key).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(facts[name] ?? `{{${name}}}`))
}

/** What the form of the checkout asks of who sells, by the ids of its fields. */
export function customerFields(email: string) {
  return [
    ['clientFirstname', 'Anna'],
    ['clientLastname', 'Martin'],
    ['clientEmail', email],
    ['clientPhone', '06 12 34 56 78'],
    ['clientStreet', '12 rue des Lilas'],
    ['clientZipCode', '59000'],
    ['clientCity', 'Lille'],
    ['clientNationalIdentification', identity],
    ['clientNationalIdentificationDeliveryDate', '2022-05-04'],
    ['clientNationalIdentificationAutorityDelivery', 'Préfecture du Nord'],
    ['iban', iban],
  ] as const
}

/** Fills in who sells: name, address, identity, account and the terms. */
export async function fillCustomer({ page }: Pick<Visit, 'page'>, email = 'anna.martin@exemple.fr'): Promise<void> {
  for (const [name, value] of customerFields(email)) await page.locator(`#${name}`).fill(value)
  await page.locator('#clientNationalIdentificationType').selectOption('identity_card')
  await page.locator('#termsAccepted').check()
}

/** How many buybacks there are of a customer. */
export async function countSold(owner: pg.Client, email: string): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int as count from buyback b join customer c on c.account_id = b.account_id
      and c.id = b.customer_id where c.email = $1`,
    [email],
  )
  return rows[0]!.count
}
