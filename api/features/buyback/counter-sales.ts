import type { Transaction } from 'kysely'
import { keepSignature } from '#api/db/customer-secrets.ts'
import type { CapturedSale, SyncCounter } from '#api/db/sync-counter.ts'
import type { Tables } from '#api/db/tables.ts'
import { renewBuybackDocuments } from '#api/documents/buyback-document-queries.ts'
import type { CounterContract, CounterRecords, SaleWrite } from '#sync/records.ts'
import { announceBuybacks } from './announce-buybacks.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { createBuybacks, type Contract } from './contract-queries.ts'
import { readBuyers, readSold } from './counter-sale-queries.ts'
import { loadCounterRecords, type OpenedRecords, type OpenedSeller } from './counter-records.ts'
import { writeFinalized } from './finalize-queries.ts'
import { keepFoundAgain, saidAt } from './former-customer.ts'

type Tx = Transaction<Tables>
type SellingDeps = Pick<BuybackDeps, 'now' | 'vault' | 'publicUrl'>

/** Sales of counters as the push judges and writes them. */
export function createSyncCounter(deps: SellingDeps): SyncCounter {
  const loaded = new WeakMap<CounterRecords, OpenedRecords>()
  return {
    async load(tx, accountId, sales, items) {
      const records = await loadCounterRecords(tx, deps, accountId, sales, items)
      loaded.set(records, records)
      return records
    },

    async write(tx, { accountId, at, sales, sold }) {
      const records = loaded.get(sold)
      if (records === undefined) throw new Error('sales are written by the records that judged them')
      const announcements: (() => Promise<void>)[] = []
      for (const captured of sales) {
        const { sale } = captured
        const opened = records.sellerOf(sale.about)
        if (sale.kind === 'sale') {
          const buybackIds = await writeSale(tx, deps, { accountId, at }, captured, sale, opened)
          announcements.push(() => announceBuybacks(tx, deps, { accountId, buybackIds }))
        } else {
          const buybackId = await writeTaken(tx, deps, { accountId, at }, { ...captured, sale }, opened)
          announcements.push(() => renewBuybackDocuments(tx, { accountId, buybackId }))
        }
      }
      return {
        announce: async () => {
          for (const announce of announcements) await announce()
        },
      }
    },
  }
}

interface Writing {
  readonly accountId: string
  readonly at: Date
}

async function writeSale(
  tx: Tx,
  { vault }: SellingDeps,
  { accountId, at }: Writing,
  { userId, deviceAt }: CapturedSale,
  sale: SaleWrite & { readonly kind: 'sale' },
  { seller, signature, said }: OpenedSeller,
): Promise<readonly string[]> {
  const { contracts, opId, cartId, version } = sale
  const buyers = await readBuyers(tx, accountId, [...new Set(contracts.map(({ categoryId }) => categoryId))])
  const captured = { opId, deviceAt, details: { cartId, priceVersion: version } }
  const customerId = await createBuybacks(
    tx,
    vault,
    { accountId, userId, at, captured },
    seller,
    contracts.map((contract) => contractOf(contract, buyers.get(contract.categoryId))),
  )
  if (signature !== null)
    await keepSignature(tx, vault, { accountId, customerId }, { text: JSON.stringify(signature), at })
  if (said !== null) await keepFoundAgain(tx, { accountId, customerId }, { ...said, at: saidAt(deviceAt, at) })
  return contracts.map(({ buybackId }) => buybackId)
}

function contractOf(
  { number, ...contract }: CounterContract,
  buyer: { readonly organizationId: string | null; readonly accountId: string | null } | undefined,
): Contract {
  return {
    ...contract,
    identificationNumber: number,
    buyerOrganizationId: buyer?.organizationId ?? null,
    buyerAccountId: buyer?.accountId ?? null,
  }
}

async function writeTaken(
  tx: Tx,
  { vault }: SellingDeps,
  { accountId, at }: Writing,
  { sale, deviceAt }: CapturedSale & { readonly sale: { readonly kind: 'finalize' } },
  { seller, signature, said }: OpenedSeller,
): Promise<string> {
  const { contract } = sale
  const sold = (await readSold(tx, accountId, [contract.itemId])).get(contract.itemId)
  if (sold === undefined || sold.customerId === null) throw new Error('what was predeclared has a customer')
  const former = { accountId, customerId: sold.customerId }
  const scope = await writeFinalized(tx, vault, former, { ...contract, buybackId: sold.buybackId, seller })
  if (signature !== null) await keepSignature(tx, vault, scope, { text: JSON.stringify(signature), at })
  if (said !== null) await keepFoundAgain(tx, scope, { ...said, at: saidAt(deviceAt, at) })
  return sold.buybackId
}
