import type { Transaction } from 'kysely'
import type { Vault } from '#api/adapters/vault/vault.ts'
import type { CustomerScope, CustomerSecrets } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import { keepSellerSecrets, sellerColumns } from './contract-queries.ts'
import type { Seller, SellerForm } from '#domain/customer/seller.ts'

type Tx = Transaction<Tables>

/** The customer's step as the web kept it, as if it was filled in again. */
export async function readSellerForm(
  tx: Tx,
  { accountId, customerId }: CustomerScope,
  { identityNumber, iban }: CustomerSecrets,
): Promise<Omit<SellerForm, 'termsAccepted'>> {
  const row = await tx
    .selectFrom('customer')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', customerId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return {
    customer: {
      clientLastname: row.last_name,
      clientFirstname: row.first_name,
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
    bank: iban === null ? undefined : { iban, accountHolder: row.account_holder ?? '' },
    language: row.language ?? undefined,
  }
}

/** What a store settled at its counter. */
export interface Finalized {
  readonly buybackId: string
  readonly itemId: string
  readonly storeId: string
  readonly warehouseId: string
  readonly paymentModeId: string
  readonly bonusCents: number
  readonly declaration: Declaration
  /** Null: as the customer gave it. */
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly seller: Seller
}

/** Writes what a store settled; statuses and history follow with the change of the item. */
export async function writeFinalized(
  tx: Tx,
  vault: Vault,
  scope: CustomerScope,
  { declaration, imei, serialNumber, seller, ...made }: Finalized,
): Promise<void> {
  const { accountId, customerId } = scope
  await tx
    .updateTable('customer')
    .set(sellerColumns(vault, accountId, seller))
    .where('account_id', '=', accountId)
    .where('id', '=', customerId)
    .execute()
  await keepSellerSecrets(tx, vault, scope, seller)
  await tx
    .updateTable('buyback')
    .set({
      store_id: made.storeId,
      declared_grade: declaration.grade,
      declared_price_cents: declaration.priceCents,
      declaration: JSON.stringify(declaration),
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
}
