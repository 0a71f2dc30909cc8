import type { Transaction } from 'kysely'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { destroySecrets, openSecrets, type CustomerScope, type CustomerSecrets } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import { correctionKinds } from '#domain/buyback/buyback-correction.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { isSamePerson, withFormer, type FormerSeller, type KeptForm, type Seller } from '#domain/customer/seller.ts'
import { addCustomer, keepSellerSecrets, sellerColumns } from './contract-queries.ts'
import { replaceCorrections } from './correction-queries.ts'

type Tx = Transaction<Tables>

/** The customer's step as it was kept, as if it was filled in again; locked where the customer's own row is written next. */
export async function readSellerForm(
  tx: Tx,
  { accountId, customerId }: CustomerScope,
  { identityNumber, iban }: CustomerSecrets,
  { isLocked = true }: { readonly isLocked?: boolean } = {},
): Promise<KeptForm> {
  const row = await tx
    .selectFrom('customer')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', customerId)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirstOrThrow()
  return {
    customer: {
      clientLastname: row.last_name,
      clientFirstname: row.first_name,
      clientLatinName: row.latin_name ?? '',
      clientEmail: row.email ?? '',
      clientPhone: row.phone ?? '',
      clientStreet: row.street ?? '',
      clientStreetMore: row.street_more ?? '',
      clientZipCode: row.zip_code ?? '',
      clientCity: row.city ?? '',
      clientCountry: row.country ?? '',
    },
    identification:
      identityNumber === null
        ? undefined
        : {
            clientNationalIdentificationType: row.identification_type ?? '',
            clientNationalIdentification: identityNumber,
            clientNationalIdentificationDeliveryDate: row.identification_issued_on ?? '',
            clientNationalIdentificationAutorityDelivery: row.identification_authority ?? '',
          },
    bank: iban === null ? undefined : { iban, accountHolder: row.account_holder ?? '', bic: row.account_bic ?? '' },
    language: row.language ?? undefined,
  }
}

/** What a store settled at its counter. */
export interface Finalized {
  readonly buybackId: string
  readonly itemId: string
  readonly storeId: string
  readonly warehouseId: string
  readonly shippingMethodId: string
  readonly paymentModeId: string
  readonly bonusCents: number
  readonly declaration: Declaration
  /** Null: as the customer gave it. */
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly seller: Seller
}

/**
 * Writes what a store settled; statuses and history follow with the change of the item. Answers the buyback's customer:
 * one of its own where other buybacks hang on the one that it had, for those are not what the counter asks about.
 */
export async function writeFinalized(
  tx: Tx,
  vault: Vault,
  scope: CustomerScope,
  { declaration, imei, serialNumber, seller, ...made }: Finalized,
): Promise<CustomerScope> {
  const { accountId } = scope
  const customerId = await writeSeller(tx, vault, scope, made.buybackId, seller)
  await tx
    .updateTable('buyback')
    .set({
      customer_id: customerId,
      store_id: made.storeId,
      declared_grade: declaration.grade,
      declared_price_cents: declaration.priceCents,
      declaration: JSON.stringify(declaration),
      shipping_method_id: made.shippingMethodId,
      payment_mode_id: made.paymentModeId,
      bonus_cents: made.bonusCents,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', made.buybackId)
    .execute()
  await tx
    .updateTable('item')
    .set({
      store_id: made.storeId,
      destination_warehouse_id: made.warehouseId,
      ...(imei !== null && { imei }),
      ...(serialNumber !== null && { serial_number: serialNumber }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', made.itemId)
    .execute()
  return { accountId, customerId }
}

async function writeSeller(
  tx: Tx,
  vault: Vault,
  scope: CustomerScope,
  buybackId: string,
  seller: Seller,
): Promise<string> {
  const { accountId, customerId } = scope
  const former = await readFormer(tx, vault, scope)
  const kept = withFormer(seller, former)
  // Asked once the customer is locked: of two buybacks that are finalised at once, the second one is alone.
  if (await hasOthers(tx, scope, buybackId)) return addCustomer(tx, vault, accountId, kept, customerId)
  await replaceCorrections(tx, scope, correctionKinds)
  // Nobody's secrets stand under another person's name.
  if (!isSamePerson(seller.details, former.details)) await destroySecrets(tx, scope)
  await tx
    .updateTable('customer')
    .set(sellerColumns(vault, accountId, kept))
    .where('account_id', '=', accountId)
    .where('id', '=', customerId)
    .execute()
  await keepSellerSecrets(tx, vault, scope, kept)
  return customerId
}

/** Locks a customer and opens what was given before. */
async function readFormer(tx: Tx, vault: Vault, scope: CustomerScope): Promise<FormerSeller> {
  const row = await tx
    .selectFrom('customer')
    .select(['first_name as firstName', 'last_name as lastName', 'identification_type as type'])
    .select(['identification_issued_on as issuedOn', 'identification_authority as authority'])
    .select(['account_holder as accountHolder', 'account_bic as bic'])
    .where('account_id', '=', scope.accountId)
    .where('id', '=', scope.customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const { identityNumber: number, iban } = await openSecrets(tx, vault, scope)
  const { firstName, lastName, type, issuedOn, authority, accountHolder, bic } = row
  return {
    details: { firstName, lastName },
    identification: { type, number, issuedOn, authority },
    bank: { iban, accountHolder, bic },
  }
}

async function hasOthers(tx: Tx, { accountId, customerId }: CustomerScope, buybackId: string): Promise<boolean> {
  const other = await tx
    .selectFrom('buyback')
    .select('id')
    .where('account_id', '=', accountId)
    .where('customer_id', '=', customerId)
    .where('id', '!=', buybackId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
