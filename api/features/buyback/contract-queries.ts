import { sql, type Transaction } from 'kysely'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { keepSecrets, sealRegisterIdentity } from '#api/db/customer-secrets.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { PickupSlot } from '#domain/circuit/pickup-slots.ts'
import type { RelayPoint } from '#domain/circuit/relay-points.ts'
import type { CircuitType } from '#domain/circuit/circuit-type.ts'
import { firstState } from '#domain/item/first-state.ts'
import type { KeptSeller, Seller } from '#domain/customer/seller.ts'
import { markQuotesSold } from './quote-queries.ts'
import { noteSendReminders, readSendBy } from './send-by-queries.ts'

type Tx = Transaction<Tables>

/** A contract that waits to become a buyback. */
export interface Contract {
  readonly buybackId: string
  readonly itemId: string
  readonly identificationNumber: string
  readonly circuitId: string
  readonly circuitType: CircuitType
  readonly storeId: string | null
  readonly buyerOrganizationId: string | null
  readonly buyerAccountId: string | null
  readonly categoryId: string
  readonly productId: string
  readonly declaration: Declaration
  readonly imei: string | null
  readonly serialNumber: string | null
  readonly shippingMethodId: string
  readonly paymentModeId: string
  /** What the payment mode adds, in cents. */
  readonly bonusCents: number
  readonly warehouseId: string
  /** Of the token of the kept price that it is sold at, in hexadecimal digits. */
  readonly quoteHash?: string
  /** When it is collected, where its shipping method has slots. */
  readonly pickup?: PickupSlot
  /** Where its parcel is handed over, where its shipping method has points. */
  readonly relayPoint?: RelayPoint
}

/** Who creates, in which account, and when. */
export interface Creation {
  readonly accountId: string
  /** Null where a customer does it. */
  readonly userId: string | null
  readonly at: Date
  /** Where a device captured it. */
  readonly captured?: {
    readonly opId: string
    readonly deviceAt: string
    readonly details: Readonly<Record<string, unknown>>
  }
}

/**
 * Makes buybacks of contracts, all with the same seller: customer, secrets, buybacks, items, and their first history;
 * answers the customer's id.
 */
export async function createBuybacks(
  tx: Tx,
  vault: Vault,
  creation: Creation,
  seller: Seller,
  contracts: readonly Contract[],
): Promise<string> {
  const customerId = await addCustomer(tx, vault, creation.accountId, seller)
  const sendBy = await readSendBy(tx, creation, contracts)
  await tx
    .insertInto('buyback')
    .values(contracts.map((contract) => buybackRow(creation, customerId, contract, sendBy(contract)?.day ?? null)))
    .execute()
  await tx
    .insertInto('item')
    .values(contracts.map((contract) => itemRow(creation, contract)))
    .execute()
  await noteSendReminders(tx, creation.accountId, contracts, sendBy)
  await markQuotesSold(tx, creation.accountId, contracts)
  for (const contract of contracts)
    await sql`
      insert into item_history (account_id, id, item_id, action, server_at, actor_id, device_at, op_id, details, actor_name,
        to_status)
      select ${creation.accountId}, ${newId()}, ${contract.itemId}, 'create', ${creation.at}, ${creation.userId},
        ${creation.captured?.deviceAt ?? null}::timestamptz, ${creation.captured?.opId ?? null}::uuid,
        ${creation.captured === undefined ? null : JSON.stringify(creation.captured.details)}::jsonb,
        (select u.first_name || ' ' || u.last_name from user_account u
          where u.account_id = ${creation.accountId} and u.id = ${creation.userId}),
        ${firstState(contract.circuitType).status}`.execute(tx)
  return customerId
}

/** Adds a customer with secrets under a key of its own, and says whom it was set apart from, if anybody; answers its id. */
export async function addCustomer(
  tx: Tx,
  vault: Vault,
  accountId: string,
  seller: KeptSeller,
  setApartFrom: string | null = null,
): Promise<string> {
  const customerId = newId()
  await tx
    .insertInto('customer')
    .values({
      account_id: accountId,
      id: customerId,
      set_apart_from: setApartFrom,
      ...sellerColumns(vault, accountId, seller),
    })
    .execute()
  await keepSellerSecrets(tx, vault, { accountId, customerId }, seller)
  return customerId
}

/** A seller as the customer's row has it; the register's copy is sealed. */
export function sellerColumns(
  vault: Vault,
  accountId: string,
  { details, identification, bank, language }: KeptSeller,
) {
  const { lastName, firstName, street, streetMore, zipCode, city, country } = details
  return {
    first_name: firstName,
    last_name: lastName,
    latin_name: details.latinName,
    email: details.email,
    phone: details.phone,
    street,
    street_more: streetMore,
    zip_code: zipCode,
    city,
    country,
    language,
    identification_type: identification?.type ?? null,
    identification_issued_on: identification?.issuedOn ?? null,
    identification_authority: identification?.authority ?? null,
    account_holder: bank?.accountHolder ?? null,
    account_bic: bank?.bic ?? null,
    register_identity: sealRegisterIdentity(vault, accountId, {
      lastName,
      firstName,
      street,
      streetMore,
      zipCode,
      city,
      country,
      type: identification?.type ?? null,
      number: identification?.number ?? null,
      issuedOn: identification?.issuedOn ?? null,
      authority: identification?.authority ?? null,
    }),
  }
}

/** Seals what a seller confides. */
export async function keepSellerSecrets(
  tx: Tx,
  vault: Vault,
  scope: { readonly accountId: string; readonly customerId: string },
  { identification, bank }: KeptSeller,
): Promise<void> {
  await keepSecrets(tx, vault, scope, { identityNumber: identification?.number ?? null, iban: bank?.iban ?? null })
}

function buybackRow({ accountId, at }: Creation, customerId: string, contract: Contract, sendBy: string | null) {
  const { grade, priceCents } = contract.declaration
  const isWeb = contract.circuitType.startsWith('web')
  return {
    account_id: accountId,
    id: contract.buybackId,
    identification_number: contract.identificationNumber,
    status: firstState(contract.circuitType).buybackStatus,
    circuit_id: contract.circuitId,
    store_id: contract.storeId,
    buyer_organization_id: contract.buyerOrganizationId,
    buyer_account_id: contract.buyerAccountId,
    customer_id: customerId,
    category_id: contract.categoryId,
    product_id: contract.productId,
    predeclared_grade: isWeb ? grade : null,
    predeclared_price_cents: isWeb ? priceCents : null,
    declared_grade: grade,
    declared_price_cents: priceCents,
    bonus_cents: contract.bonusCents,
    payment_mode_id: contract.paymentModeId,
    shipping_method_id: contract.shippingMethodId,
    created_at: at,
    send_by: sendBy,
    declaration: JSON.stringify(contract.declaration),
  }
}

function itemRow({ accountId, at }: Creation, contract: Contract) {
  return {
    account_id: accountId,
    id: contract.itemId,
    buyback_id: contract.buybackId,
    identification_number: contract.identificationNumber,
    product_id: contract.productId,
    imei: contract.imei,
    serial_number: contract.serialNumber,
    status: firstState(contract.circuitType).status,
    destination_warehouse_id: contract.warehouseId,
    store_id: contract.storeId,
    created_at: at,
    updated_at: at,
  }
}
