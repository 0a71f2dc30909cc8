import type pg from 'pg'
import { inAccount } from '#api/db/in-account.ts'
import { newId } from '#api/db/new-id.ts'
import { queueBuybackDocuments } from '#api/documents/buyback-document-queries.ts'
import { trackingToken } from '#api/features/buyback/tracking-token.ts'
import { createBuybackDocuments } from '#api/jobs/buyback-document-jobs.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { BuybackDocumentsAnswer } from '#sync/calls/buyback-document.ts'
import { createTestApi, testOrigin, type TestApi, type TestSession } from './api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestAccount } from './factories.ts'
import { testVault } from './vault.ts'

/** How a buyback differs from one sent by post and paid by transfer. */
export interface PaperWish {
  readonly circuit?: string
  readonly mode?: string
  readonly status?: string
  readonly email?: string | null
  readonly language?: string | null
}

/** A buyback whose papers are looked at. */
export interface PaperBuyback {
  readonly id: string
  readonly code: string
  readonly customerId: string
}

/** A mail as it waits to be sent. */
export interface Letter {
  readonly subject: string
  readonly body_text: string
  readonly body_html: string
  readonly language: string
}

/** An account with circuits, payment modes and questions, whose buybacks get papers and mails. */
export interface PaperWorld {
  readonly api: TestApi
  readonly owner: pg.Client
  readonly account: TestAccount
  readonly seller: TestSession
  /** What the job has warned of. */
  readonly warnings: readonly unknown[]
  /** How many mails the job has queued. */
  mailed(): number
  /** A buyback declared at 100 euros with a bonus of 10 %. */
  buyback(wish?: PaperWish): Promise<PaperBuyback>
  /** Asks for the papers of buybacks. */
  queue(...buybackIds: readonly string[]): Promise<unknown>
  /** Makes the papers that have been asked for; answers how many. */
  make(): Promise<number>
  /** A buyback with its papers made. */
  made(wish?: PaperWish): Promise<PaperBuyback>
  /** The private link of a buyback, as it stands in mails. */
  trackingLink(buyback: { readonly accountId: string; readonly buybackId: string }): string
  /** The address under which the private link's calls are. */
  linkOf(id: string): string
  /** State of each paper, as the seller reads it, or a visitor with the private link. */
  statesOf(id: string, by?: 'seller' | 'link'): Promise<Record<string, string>>
  /** Mails of a kind about a buyback. */
  lettersOf(kind: string, buybackId: string): Promise<readonly Letter[]>
  close(): Promise<void>
}

const [questionId, answerId, questionnaireId] = [newId(), newId(), newId()]

function trackingLink(buyback: { readonly accountId: string; readonly buybackId: string }): string {
  return `${testOrigin}/buyback/tracking/${trackingToken(testVault, buyback)}`
}

/** Boots the application with an account whose buybacks get papers. */
export async function createPaperWorld(): Promise<PaperWorld> {
  const api = await createTestApi()
  const owner = await connectAsOwner(api.testDatabase.ownerUrl)
  const account = await furnishRetailer(owner, api.accounts.retailer)
  const seller = await api.signIn('store_seller')
  const circuits = await addCircuits(owner, account.id)
  const modes = await addPaymentModes(owner, account.id)
  await addQuestionnaire(owner, account)
  const warnings: unknown[] = []
  let mailed = 0
  const make = () =>
    createBuybackDocuments({
      database: api.db,
      vault: testVault,
      now: () => new Date(),
      log: { warn: (...said: unknown[]) => void warnings.push(said) },
      trackingLink,
      mailQueued: () => void (mailed += 1),
    })()
  const buyback = (wish: PaperWish = {}) => addBuyback(owner, account, { circuits, modes }, wish)
  const queue = (...buybackIds: readonly string[]) =>
    inAccount(api.db, account.id, (tx) => queueBuybackDocuments(tx, { accountId: account.id, buybackIds }))
  const linkOf = (id: string) => `/api/tracking/${trackingToken(testVault, { accountId: account.id, buybackId: id })}`
  return {
    api,
    owner,
    account,
    seller,
    warnings,
    mailed: () => mailed,
    buyback,
    queue,
    make,
    made: async (wish) => {
      const found = await buyback(wish)
      await queue(found.id)
      await make()
      return found
    },
    trackingLink,
    linkOf,
    statesOf: async (id, by = 'seller') => {
      const answer =
        by === 'link'
          ? await api.request(`${linkOf(id)}/documents`)
          : await seller.request(`/api/buybacks/${id}/documents`)
      if (answer.status !== 200) throw new Error(`The papers of ${id} answer ${answer.status}`)
      const { documents } = (await answer.json()) as BuybackDocumentsAnswer
      return Object.fromEntries(documents.map(({ kind, state }) => [kind, state]))
    },
    lettersOf: async (kind, buybackId) => {
      const { rows } = await owner.query<Letter>(
        `select subject, body_text, body_html, language from mail_message
          where kind = $1 and dedupe_key = $1 || ':' || $2`,
        [kind, buybackId],
      )
      return rows
    },
    close: async () => {
      await owner.end()
      await api.close()
    },
  }
}

type IdByType = Readonly<Record<string, string>>

async function addCircuits(owner: pg.Client, accountId: string): Promise<IdByType> {
  const circuits: Record<string, string> = {}
  for (const type of ['store_drop', 'web_drop', 'web_post', 'web_drop_label']) {
    circuits[type] = newId()
    await owner.query(
      `insert into circuit (account_id, id, type, name, transfer_order_number_of_copy) values ($1, $2, $3, $3, $4)`,
      [accountId, circuits[type], type, type === 'store_drop' ? 2 : 1],
    )
    await owner.query(
      `insert into circuit_instruction (account_id, id, circuit_id, sequence, type, label)
        values ($1, $2, $3, 1, 'print', 'Imprimez le bon'), ($1, $4, $3, 2, 'insert', 'Glissez-le dans le colis')`,
      [accountId, newId(), circuits[type], newId()],
    )
  }
  return circuits
}

async function addPaymentModes(owner: pg.Client, accountId: string): Promise<IdByType> {
  const modes: Record<string, string> = {}
  for (const type of ['bank_transfer', 'voucher', 'gift_card']) {
    modes[type] = newId()
    await owner.query(
      `insert into payment_mode (account_id, id, type, label, mail_content)
        values ($1, $2, $3, $3, 'Deux jours plus tard.')`,
      [accountId, modes[type], type],
    )
  }
  return modes
}

async function addQuestionnaire(owner: pg.Client, account: TestAccount): Promise<void> {
  const answers = [{ id: answerId, name: 'Oui', bestGrade: 'grade_a', impact: { type: 'none' } }]
  const questions = [{ id: questionId, title: 'Intact ?', answers }]
  await owner.query(`insert into questionnaire (account_id, id, category_id, content) values ($1, $2, $3, $4)`, [
    account.id,
    questionnaireId,
    account.categoryId,
    JSON.stringify({ questions }),
  ])
}

async function addBuyback(
  owner: pg.Client,
  account: TestAccount,
  { circuits, modes }: { readonly circuits: IdByType; readonly modes: IdByType },
  wish: PaperWish,
): Promise<PaperBuyback> {
  const { circuit = 'web_post', mode = 'bank_transfer', status = 'bb_awaiting_inventory', language = null } = wish
  const [item] = await createItems(owner, account, 1)
  const declaration: Declaration = {
    productId: account.productId,
    simple: false,
    prices: { grade_a: 10_000 },
    questionnaireId,
    answers: [{ questionId, answerId }],
    grade: 'grade_a',
    priceCents: 10_000,
    absorption: null,
    modifiers: [{ source: 'circuit', label: 'Bonus', impact: { type: 'percentage', percent: 10, capCents: null } }],
  }
  const customerId = newId()
  await owner.query(
    `insert into customer (account_id, id, first_name, last_name, email, street, zip_code, city, country, language)
      values ($1, $2, 'Anna', 'Martin', $3, '1 rue Neuve', '69001', 'Lyon', 'FR', $4)`,
    [account.id, customerId, wish.email === undefined ? 'anna@customer.example' : wish.email, language],
  )
  await owner.query(
    `update buyback set declaration = $3, customer_id = $4, status = $5, circuit_id = $6, payment_mode_id = $7,
      declared_price_cents = 10000, declared_grade = 'grade_a', store_id = $8,
      cancel_reason = case when $5 = 'bb_cancelled' then 'other' end where account_id = $1 and id = $2`,
    [
      account.id,
      item!.buybackId,
      JSON.stringify(declaration),
      customerId,
      status,
      circuits[circuit],
      modes[mode],
      account.storeId,
    ],
  )
  return { id: item!.buybackId, code: item!.buybackCode, customerId }
}
