import type { Transaction } from 'kysely'
import { openSealed, sealKeyOwner } from '#api/adapters/vault/sealing-key.ts'
import type { Vault } from '#api/adapters/vault/vault.ts'
import { openSecrets } from '#api/db/customer-secrets.ts'
import type { Tables } from '#api/db/tables.ts'
import { UnknownKeyError } from '#domain/kernel/unknown-key.ts'
import type { Clock } from '#api/http/clock.ts'
import { buybackSerial } from '#domain/buyback/buyback-number.ts'
import { deliveryMs } from '#domain/buyback/catalog-promise.ts'
import type { SaleError } from '#domain/buyback/decide-sale.ts'
import {
  sharesContact,
  withFoundCustomer,
  withKept,
  withSoundNames,
  type KeptForm,
  type Seller,
  type SellerForm,
} from '#domain/customer/seller.ts'
import { fail, succeed, type Result } from '#domain/kernel/result.ts'
import { partIndexOf } from '#sync/replica/catalog-part.ts'
import type { CounterFault, CounterRecords, SaleNeeds } from '#sync/records.ts'
import { offerOf } from '#sync/replica/counter-offer.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { confidedSchema, type Confided, type Sealed, type SealedAbout, type Signature } from '#sync/wire/sealed.ts'
import {
  readCatalogs,
  readDeviceBlocks,
  readPartProducts,
  readPlaces,
  readSealKeys,
  readSold,
  readTaken,
} from './counter-sale-queries.ts'
import { readSellerForm } from './finalize-queries.ts'
import { readFormerForms } from './former-customer.ts'
import { readUnsentSince } from './unsent-queries.ts'
import { checkSeller } from './check-seller.ts'

type Tx = Transaction<Tables>

/** A seller whose details have been opened and have passed, with the signature. */
export interface OpenedSeller {
  readonly seller: Seller
  /** What the customer signed with; null where nothing was asked. */
  readonly signature: SignedWith | null
  /** Whether the customer agrees to be found again, and whom the seller had found; null where nobody was asked. */
  readonly said: { readonly agrees: boolean; readonly formerId: string | null } | null
}

/** A drawn signature, or a typed name. */
export type SignedWith = Signature | { readonly name: string }

/** Records over a load, with what was opened while sales were judged. */
export interface OpenedRecords extends CounterRecords {
  sellerOf(about: SealedAbout): OpenedSeller
}

/** What opening and checking takes. */
export interface CounterDeps {
  readonly vault: Vault
  readonly now: Clock
}

/** Reads everything that a batch's sales are judged by: the versions that they name, and what counts today. */
export async function loadCounterRecords(
  tx: Tx,
  { vault, now }: CounterDeps,
  accountId: string,
  sales: readonly SaleNeeds[],
  items: readonly ItemRow[],
): Promise<OpenedRecords> {
  const lines = sales.flatMap((sale) => sale.lines)
  const catalogs = await readCatalogs(tx, accountId, [...new Set(sales.map(({ version }) => version))])
  const byVersion = new Map(catalogs.map((row) => [row.version, row]))
  const productOfItem = new Map(items.map(({ id, facts }) => [id, facts?.productId ?? null]))
  const wanted = sales.flatMap(({ version, lines: of }) =>
    of.flatMap(({ itemId, productId }) => {
      const id = productId ?? productOfItem.get(itemId) ?? null
      const part = id === null ? undefined : byVersion.get(version)?.parts[partIndexOf(id)]
      return id === null || part === undefined ? [] : [{ part, productId: id }]
    }),
  )
  const found = await readPartProducts(tx, accountId, wanted)
  const products = new Map(found.map(({ part, productId, product }) => [`${part} ${productId}`, product]))
  const places = await readPlaces(tx, accountId, [...new Set(sales.map(({ storeId }) => storeId))])
  const numbers = lines.flatMap(({ number }) => number ?? [])
  const newIds = lines.flatMap(({ itemId, buybackId }) => (buybackId === null ? [] : [itemId, buybackId]))
  const taken = await readTaken(tx, accountId, { ids: newIds, numbers })
  const serials = numbers.flatMap((number) => buybackSerial(number) ?? [])
  const blocks = await readDeviceBlocks(tx, accountId, [...new Set(serials)])
  const keys = await readSealKeys(tx, accountId, [...new Set(sales.map(({ sealed }) => sealed.keyId))])
  const confidedOf = ({ about, sealed }: Pick<SaleNeeds, 'about' | 'sealed'>): Result<Confided, Unopened> => {
    const wrapped = keys.get(sealed.keyId)
    if (wrapped === undefined) return fail('COUNTER_KEY_UNKNOWN')
    return open(vault, accountId, wrapped, about, sealed)
  }
  const kept = await readKept(tx, vault, accountId, sales)
  const formerIds = sales.flatMap((sale) => {
    const confided = confidedOf(sale)
    return confided.ok && confided.value.formerId !== undefined ? [confided.value.formerId] : []
  })
  const since = new Date(now().getTime() - deliveryMs)
  const formers = await readFormerForms(tx, vault, { accountId, ids: [...new Set(formerIds)], since })
  const blocksOf = (number: string) => {
    const serial = buybackSerial(number)
    return blocks.filter(
      ({ firstSerial, lastSerial }) => serial !== null && serial >= firstSerial && serial <= lastSerial,
    )
  }
  const drawnBy = (number: string) => blocksOf(number)[0]?.deviceId ?? null
  const unsentSince = await readUnsentSince(tx, accountId, sales, drawnBy, now())
  const giver = new Map(sales.flatMap((sale) => sale.lines.map(({ number }) => [number, sale] as const)))
  const opened = new Map<string, OpenedSeller>()

  return {
    offer(question) {
      const { version, productId, storeId } = question
      const catalog = byVersion.get(version)
      if (catalog === undefined) return fail({ code: 'COUNTER_PRICES_UNKNOWN' })
      const part = catalog.parts[partIndexOf(productId)] ?? ''
      const product = products.get(`${part} ${productId}`) ?? null
      const hasStore = places.storeIds.includes(storeId)
      return succeed(offerOf(catalog.rules, product, question, { ...places, hasStore }))
    },
    replacedAtMs: (version) => byVersion.get(version)?.replacedAt?.getTime() ?? null,
    capturedAtMs: (claimedMs) => Math.max(claimedMs, now().getTime() - deliveryMs),
    unsentSinceMs: (opId) => unsentSince.get(opId) ?? null,
    mayGive(number) {
      const { deviceId = '', userId = '' } = giver.get(number) ?? {}
      return blocksOf(number).some(
        (block) => block.deviceId === null || block.deviceId === deviceId || block.userIds.includes(userId),
      )
    },
    isTaken: (name) => taken.has(name),
    isSold: () => false,
    validateSeller(about, sealed, { paymentTypes, ...offer }) {
      const confided = confidedOf({ about, sealed })
      if (!confided.ok) return { code: confided.error }
      const form = formOf(confided.value, kept.get(about.id), formers.get(confided.value.formerId ?? ''))
      const [first] = paymentTypes
      const paymentType = paymentTypes.includes('bank_transfer') ? 'bank_transfer' : first
      if (form === null || paymentType === undefined) return { code: 'COUNTER_DETAILS_UNREADABLE' }
      const validated = checkSeller(form, { offer, paymentType, now: now(), isTaken: true })
      if (!validated.ok) {
        const { code, field, details } = validated.error
        const fault = { code: code as SaleError, ...(details !== undefined && { details }) }
        return field === undefined ? fault : { ...fault, field }
      }
      const { mayBeFound, formerId = null } = confided.value
      const said = mayBeFound === undefined ? null : { agrees: mayBeFound, formerId }
      opened.set(nameOf(about), { seller: validated.value, signature: signedWith(confided.value), said })
      // What an earlier sale of the batch ends is not there for the later ones, though neither is written yet.
      if (mayBeFound === false) dropFormers(formers, formerId, validated.value)
      return null
    },
    sellerOf(about) {
      const seller = opened.get(nameOf(about))
      if (seller === undefined) throw new Error('a sale is written after its seller has been judged')
      return seller
    },
  } satisfies OpenedRecords & {
    validateSeller(...of: Parameters<CounterRecords['validateSeller']>): CounterFault | null
  }
}

/** Forgets a former customer who says no, and all who share the phone or e-mail of either. */
function dropFormers(formers: Map<string, KeptForm>, formerId: string | null, { details }: Seller): void {
  const said = { clientEmail: details.email, clientPhone: details.phone }
  const named = formerId === null ? undefined : formers.get(formerId)
  for (const [id, { customer }] of formers)
    if (sharesContact(customer, said) || (named !== undefined && sharesContact(customer, named.customer)))
      formers.delete(id)
}

function signedWith({ signature, signedName }: Confided): SignedWith | null {
  return signature ?? (signedName === undefined ? null : { name: signedName })
}

function nameOf({ kind, id }: SealedAbout): string {
  return `${kind} ${id}`
}

/** Why a sealed text does not open. */
type Unopened = 'COUNTER_KEY_UNKNOWN' | 'COUNTER_DETAILS_UNREADABLE'

/** Nothing of what opens, or does not, may reach a log. */
function open(
  vault: Vault,
  accountId: string,
  wrapped: Buffer,
  about: SealedAbout,
  sealed: Sealed,
): Result<Confided, Unopened> {
  try {
    const key = vault.unwrap(wrapped, sealKeyOwner(accountId, sealed.keyId))
    const read = confidedSchema.safeParse(JSON.parse(openSealed(key, accountId, about, sealed)))
    if (!read.success) return fail('COUNTER_DETAILS_UNREADABLE')
    const { customer, ...rest } = read.data
    return succeed(customer === undefined ? rest : { ...rest, customer: { ...customer, ...withSoundNames(customer) } })
  } catch (error) {
    // Another process may know the key, and this one after a start with the right settings: the device asks again.
    if (error instanceof UnknownKeyError) throw error
    return fail('COUNTER_DETAILS_UNREADABLE')
  }
}

function formOf(
  { customer, identification, bank, language, termsAccepted }: Confided,
  kept: KeptForm | undefined,
  former: KeptForm | undefined,
): SellerForm | null {
  const given = { customer, identification, bank, language, termsAccepted }
  // Of a customer who was found again, only the document and account are taken over: the details are as they are said now.
  if (former !== undefined && customer !== undefined) return withFoundCustomer({ ...given, customer }, former)
  if (kept !== undefined) return withKept(given, kept)
  return customer === undefined ? null : { ...given, customer }
}

async function readKept(
  tx: Tx,
  vault: Vault,
  accountId: string,
  sales: readonly SaleNeeds[],
): Promise<ReadonlyMap<string, KeptForm>> {
  const itemIds = sales.flatMap(({ about }) => (about.kind === 'item' ? [about.id] : []))
  if (itemIds.length === 0) return new Map()
  const kept = new Map<string, KeptForm>()
  for (const [itemId, { customerId }] of await readSold(tx, accountId, itemIds)) {
    if (customerId === null) continue
    const scope = { accountId, customerId }
    kept.set(itemId, await readSellerForm(tx, scope, await openSecrets(tx, vault, scope)))
  }
  return kept
}
