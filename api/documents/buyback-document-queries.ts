import { sql, type Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { newId } from '#api/db/new-id.ts'
import type { Tables } from '#api/db/tables.ts'
import {
  buybackDocumentKinds,
  paperDue,
  type BuybackDocumentKind,
  type BuybackDocumentState,
  type PaperFacts,
} from '#domain/document/buyback-document.ts'
import { providerOf, type ModeProvider, type PaymentProvider } from '#domain/payment/payment-provider.ts'

type Tx = Transaction<Tables>

/** A buyback of an account. */
export interface BuybackScope {
  readonly accountId: string
  readonly buybackId: string
}

/** Buybacks of an account. */
export interface BuybacksScope {
  readonly accountId: string
  readonly buybackIds: readonly string[]
}

/** A paper with its state. */
export interface BuybackDocumentRow {
  readonly kind: BuybackDocumentKind
  readonly state: BuybackDocumentState
  readonly readyAt: Date | null
  readonly unknownVariables: readonly string[]
}

/** A paper among all of a buyback, with whether it is due already. */
export interface ListedDocumentRow extends BuybackDocumentRow {
  readonly isDue: boolean
}

/** A paper that a runner has taken for one attempt. */
export interface ClaimedDocument {
  readonly accountId: string
  readonly id: string
  readonly buybackId: string
  readonly kind: BuybackDocumentKind
  readonly attempts: number
}

/**
 * Asks for every paper of buybacks that is due and was not asked for before, in the transaction of its cause: what
 * creates buybacks, finalises one, or issues its voucher. A job makes them after the commit.
 */
export async function queueBuybackDocuments(tx: Tx, { accountId, buybackIds }: BuybacksScope): Promise<void> {
  const facts = await readPaperFacts(tx, { accountId, buybackIds })
  const due = [...facts].flatMap(([buybackId, known]) =>
    buybackDocumentKinds.filter((kind) => paperDue(kind, known) === 'now').map((kind) => ({ buybackId, kind })),
  )
  if (due.length === 0) return
  await tx
    .insertInto('buyback_document')
    .values(due.map(({ buybackId, kind }) => ({ account_id: accountId, id: newId(), buyback_id: buybackId, kind })))
    .onConflict((conflict) => conflict.columns(['account_id', 'buyback_id', 'kind']).doNothing())
    .execute()
}

/**
 * Requests the papers of a buyback again, because their content has changed: a store has finalised the buyback. A
 * voucher stays as it was issued, and a parcel keeps its number.
 */
export async function renewBuybackDocuments(tx: Tx, { accountId, buybackId }: BuybackScope): Promise<void> {
  await tx
    .updateTable('buyback_document')
    .set({ state: 'awaiting', bytes: null, ready_at: null, attempts: 0, next_attempt_at: sql<Date>`now()` })
    .where('account_id', '=', accountId)
    .where('buyback_id', '=', buybackId)
    .where('kind', 'not in', ['voucher', 'gift_card'])
    .execute()
  await queueBuybackDocuments(tx, { accountId, buybackIds: [buybackId] })
}

/** The papers that name the slot of a collection, and from where the product comes. The contract stays as it was signed. */
const papersOfSlot: readonly BuybackDocumentKind[] = ['tracking_sheet', 'shipping_label']

/**
 * Requests the papers again that name a slot or an address which has changed, in the transaction of the change: until they
 * are made, nobody is handed the former one. A carrier's own label stays, ready or refused: the carrier is told by itself, and
 * asking for its label again would order it again. A label of the program's own stays one, though a carrier may serve the
 * buyback by now. A parcel keeps its number. Answers the kinds that are made again.
 */
export async function renewPapersOfSlot(
  tx: Tx,
  { accountId, buybackIds }: BuybacksScope,
): Promise<ReadonlySet<BuybackDocumentKind>> {
  const begun = await sql<{ buybackId: string }>`
    select d.buyback_id as "buybackId" from buyback_document d
    where d.account_id = ${accountId} and d.buyback_id = any (${[...buybackIds]}::uuid[]) and d.kind = 'shipping_label'
      and d.state <> 'none' and not exists (select from parcel p
        where p.account_id = d.account_id and p.buyback_id = d.buyback_id)`.execute(tx)
  if (begun.rows.length > 0)
    await tx
      .insertInto('parcel')
      .values(
        begun.rows.map(({ buybackId }) => ({
          account_id: accountId,
          id: newId(),
          buyback_id: buybackId,
          state: 'program' as const,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  // A job that read the former slot must not keep what it makes: its attempt is none any more.
  const { rows } = await sql<{ kind: BuybackDocumentKind }>`
    update buyback_document d set state = 'awaiting', bytes = null, ready_at = null, next_attempt_at = now(),
      attempts = case state when 'awaiting' then attempts + 1 else 0 end
    where account_id = ${accountId} and buyback_id = any (${[...buybackIds]}::uuid[])
      and kind = any (${papersOfSlot}::text[]) and state <> 'none' and not (kind = 'shipping_label' and exists (select from parcel p
        where p.account_id = d.account_id and p.buyback_id = d.buyback_id and p.state <> 'program'))
    returning kind`.execute(tx)
  return new Set(rows.map(({ kind }) => kind))
}

/** Every kind with its state, asking for those that are due and were never asked for; null for an unknown buyback. */
export async function readBuybackDocuments(tx: Tx, scope: BuybackScope): Promise<readonly ListedDocumentRow[] | null> {
  const { accountId, buybackId } = scope
  const facts = (await readPaperFacts(tx, { accountId, buybackIds: [buybackId] })).get(buybackId)
  if (facts === undefined) return null
  const rows = await readRows(tx, scope)
  const known = new Map(rows.map((row) => [row.kind, row]))
  const isMissing = (kind: BuybackDocumentKind): boolean => !known.has(kind) && paperDue(kind, facts) === 'now'
  if (buybackDocumentKinds.some(isMissing)) await queueBuybackDocuments(tx, { accountId, buybackIds: [buybackId] })
  return buybackDocumentKinds.map((kind) => {
    const due = paperDue(kind, facts)
    const state: BuybackDocumentState = due === 'never' ? 'none' : 'awaiting'
    return { ...(known.get(kind) ?? { kind, state, readyAt: null, unknownVariables: [] }), isDue: due === 'now' }
  })
}

/** The bytes of a paper; null where it is not ready. */
export async function readDocumentBytes(
  tx: Tx,
  scope: BuybackScope,
  kind: BuybackDocumentKind,
): Promise<Buffer | null> {
  const row = await ofBuyback(tx, scope).select('bytes').where('kind', '=', kind).executeTakeFirst()
  return row?.bytes ?? null
}

/** Takes due papers of all accounts, each for one runner only, as mails are. */
export async function claimBuybackDocuments(
  database: Database,
  limit: number,
  leaseSeconds: number,
): Promise<readonly ClaimedDocument[]> {
  const { rows } = await sql<ClaimedDocument>`
    select account_id as "accountId", id, buyback_id as "buybackId", kind, attempts
    from buyback_documents_claim(${limit}, ${leaseSeconds})`.execute(database.app)
  return rows
}

/** The result of an attempt. */
export type MadeDocument =
  | { readonly state: 'ready'; readonly bytes: Buffer; readonly at: Date; readonly unknownVariables: readonly string[] }
  | { readonly state: 'none' | 'failed' }

/** Keeps the result of an attempt; false where another attempt was faster or the paper is not wanted any more. */
export async function keepDocument(tx: Tx, claimed: ClaimedDocument, made: MadeDocument): Promise<boolean> {
  const values =
    made.state === 'ready'
      ? { state: made.state, bytes: made.bytes, ready_at: made.at, unknown_variables: [...made.unknownVariables] }
      : { state: made.state }
  const { numUpdatedRows } = await ofClaim(tx, claimed).set(values).executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets when the next attempt is due. */
export async function postponeDocument(tx: Tx, claimed: ClaimedDocument, at: Date): Promise<void> {
  await ofClaim(tx, claimed).set({ next_attempt_at: at }).execute()
}

/** The number of the parcel, which the first attempt gives it. */
export async function keepShippingNumber(tx: Tx, claimed: ClaimedDocument, drawn: string): Promise<string> {
  const row = await ofClaim(tx, claimed)
    .set({ number: sql<string>`coalesce(number, ${drawn})` })
    .returning('number')
    .executeTakeFirst()
  return row?.number ?? drawn
}

type PaperRow = Omit<PaperFacts, 'paymentProvider'> & {
  readonly id: string
  readonly modeProvider: ModeProvider | null
  readonly chosenProvider: PaymentProvider | null
}

/** What decides which papers buybacks have, by their ids; those that the account does not have are left out. */
export async function readPaperFacts(
  tx: Tx,
  { accountId, buybackIds }: BuybacksScope,
): Promise<ReadonlyMap<string, PaperFacts>> {
  const { rows } = await sql<PaperRow>`
    select b.id, b.status, c.type as "circuitType", c.transfer_order_number_of_copy as "transferOrderCopies",
      b.payment_status as "paymentStatus", m.type as "paymentType", m.provider as "modeProvider",
      p.provider as "chosenProvider", exists (select from voucher v
        where v.account_id = p.account_id and v.payment_id = p.id and v.type = m.type) as "hasVoucher"
    from buyback b
    left join payment p on p.account_id = b.account_id and p.buyback_id = b.id
    join circuit c on c.account_id = b.account_id and c.id = b.circuit_id
    left join payment_mode m on m.account_id = b.account_id and m.id = b.payment_mode_id
    where b.account_id = ${accountId} and b.id = any (${[...buybackIds]}::uuid[])`.execute(tx)
  return new Map(
    rows.map(({ id, modeProvider, chosenProvider, ...facts }) => {
      const mode =
        facts.paymentType === null || modeProvider === null ? null : { type: facts.paymentType, provider: modeProvider }
      // Whether a service outside is reached makes no difference to what the program issues.
      return [id, { ...facts, paymentProvider: chosenProvider ?? providerOf(mode, false) }]
    }),
  )
}

async function readRows(tx: Tx, scope: BuybackScope): Promise<readonly BuybackDocumentRow[]> {
  return ofBuyback(tx, scope)
    .select(['kind', 'state', 'ready_at as readyAt', 'unknown_variables as unknownVariables'])
    .execute()
}

function ofBuyback(tx: Tx, { accountId, buybackId }: BuybackScope) {
  return tx.selectFrom('buyback_document').where('account_id', '=', accountId).where('buyback_id', '=', buybackId)
}

// Only the job that took the paper last writes it; an attempt whose lease ran out does not.
function ofClaim(tx: Tx, { accountId, id, attempts }: ClaimedDocument) {
  return tx
    .updateTable('buyback_document')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('state', '=', 'awaiting')
}

/** Notes that the program's own label is ready: on the buyback, unless its delivery has come further, and on its product. */
export async function noteLabelReady(tx: Tx, scope: BuybackScope): Promise<void> {
  const { accountId, buybackId } = scope
  await sql`
    update buyback set delivery_status = 'ORDER_LABEL_READY'
    where account_id = ${accountId} and id = ${buybackId}
      and (delivery_status is null or delivery_status in ('ORDER_CREATED', 'ORDER_FAILED', 'ORDER_CANCELLED'))`.execute(
    tx,
  )
  await noteLabelOnItem(tx, scope, { hasTransportLabel: true, transportLabelFailed: false })
}

/** Notes on a product whether it may be handed over with its label, for the devices that know it. */
export async function noteLabelOnItem(
  tx: Tx,
  { accountId, buybackId }: BuybackScope,
  label: { readonly hasTransportLabel: boolean; readonly transportLabelFailed: boolean },
): Promise<void> {
  await sql`
    update item set facts = coalesce(facts, '{}') || ${JSON.stringify(label)}::jsonb
    where account_id = ${accountId} and buyback_id = ${buybackId}
      and not coalesce(facts, '{}') @> ${JSON.stringify(label)}::jsonb`.execute(tx)
}
