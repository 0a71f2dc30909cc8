import type pg from 'pg'
import { afterAll, beforeAll, expect } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { createProposalMails } from '#api/features/quarantine/proposal-mail.ts'
import { createPush } from '#api/sync/push.ts'
import { createSyncDeps } from '#api/sync/sync-deps.ts'
import type { Declaration } from '#domain/buyback/declaration.ts'
import type { Module } from '#domain/organization/module.ts'
import { createTestApi, testOrigin, type TestApi, type TestSession } from './api.ts'
import { connectAsOwner, createItems, furnishRetailer, type TestAccount, type TestItem } from './factories.ts'
import { createQueue, type Queue, type SyncWorld } from './sync-world.ts'

const question = newId()
/** The answers that a test may give: one as declared, one worth less. */
export const [fine, broken] = [newId(), newId()]
const questionnaireId = newId()
const quiet = { warn: () => undefined, error: () => undefined }

/** What is known of the customer; a street or an e-mail that is null is missing. */
interface Customer {
  readonly email?: string | null
  readonly street?: string | null
}

/** A mail that proposes a price. */
interface Letter {
  readonly subject: string
  readonly text: string
  readonly language: string
}

/** The link's secret in a mail. */
export const tokenOf = (letter: Letter | undefined) => /token=(o_[\w-]+)/.exec(letter?.text ?? '')?.[1] ?? ''

/** The API for the tests of one file, with a floor that tests items and a quarantine that releases them. */
export function prepareQuarantineFloor() {
  let clock = Date.now()
  let api: TestApi
  let owner: pg.Client
  let account: TestAccount
  let manager: TestSession
  let queue: Queue
  let managers: Queue

  beforeAll(async () => {
    api = await createTestApi({ now: () => new Date(clock) })
    owner = await connectAsOwner(api.testDatabase.ownerUrl)
    manager = await api.signIn('warehouse_manager')
    account = await furnishRetailer(owner, api.accounts.retailer)
    await addQuestionnaire(owner, account)
    queue = queueOf('warehouse_operator@retailer.example')
    managers = queueOf('warehouse_manager@retailer.example')
  })
  afterAll(async () => {
    await owner.end()
    await api.close()
  })

  /** The queue of a user on a device of their own. */
  function queueOf(email: string, module: Module = 'rps'): Queue {
    const world = { accountId: account.id, warehouseA: account.warehouseId } as SyncWorld
    return createQueue(world, { userId: api.accounts.userIds[email] ?? '', module })
  }

  /** An item that awaits its test, declared at 100 euros with a bonus of 10 %. */
  async function declaredItem({
    email = 'anna@customer.example',
    street = '1 rue Neuve',
  }: Customer = {}): Promise<TestItem> {
    const [item] = await createItems(owner, account, 1, {
      status: 'item_awaiting_compliancy_tests',
      warehouse_id: account.warehouseId,
      stock_id: account.stocks.awaiting_control,
    })
    const declaration: Declaration = {
      productId: account.productId,
      simple: false,
      prices: { grade_a: 10_000, grade_d: 4_000 },
      questionnaireId,
      answers: [{ questionId: question, answerId: fine }],
      grade: 'grade_a',
      priceCents: 10_000,
      absorption: null,
      modifiers: [{ source: 'circuit', label: 'Bonus', impact: { type: 'percentage', percent: 10, capCents: null } }],
    }
    const customerId = newId()
    await owner.query(
      `insert into customer (account_id, id, first_name, last_name, email, street, zip_code, city, country)
       values ($1, $2, 'Anna', 'Martin', $3, $4, '69001', 'Lyon', 'FR')`,
      [account.id, customerId, email, street],
    )
    await owner.query(
      `update buyback set declaration = $3, customer_id = $4, status = 'bb_in_processing', declared_price_cents = 10000,
         declared_grade = 'grade_a' where account_id = $1 and id = $2`,
      [account.id, item!.buybackId, JSON.stringify(declaration), customerId],
    )
    return item!
  }

  async function send(from: Queue, type: string, item: TestItem, args: object): Promise<string> {
    const push = createPush({ ...createSyncDeps({ database: api.db, now: () => new Date(clock), log: quiet }) })
    const op = from.operation(type, { itemId: item.id, ...args }, { lanes: [`item:${item.id}`] })
    const answer = await push(from.identity, from.body([op]))
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.value.outcomes[0]?.code ?? answer.value.outcomes[0]?.status ?? ''
  }

  /** Tests an item as broken, so that its price falls to 40 euros. */
  async function quarantined(customer: Customer = {}): Promise<TestItem> {
    const item = await declaredItem(customer)
    expect(await testAs(item, broken)).toBe('applied')
    return item
  }

  const testAs = (item: TestItem, answerId: string) =>
    send(queue, 'testItem', item, {
      warehouseId: account.warehouseId,
      answers: [{ questionId: question, answerId }],
      photos: [],
    })

  const release = (item: TestItem, how: string, by = managers) =>
    send(by, 'releaseFromQuarantine', item, { release: how })

  const mails = () =>
    createProposalMails({
      database: api.db,
      now: () => new Date(clock),
      publicUrl: testOrigin,
      mailQueued: () => undefined,
      log: quiet,
    })

  async function lettersOf(item: TestItem): Promise<readonly Letter[]> {
    const { rows } = await owner.query<Letter>(
      `select m.subject, m.body_text as text, m.language from mail_message m
       join price_proposal p on m.dedupe_key = 'price_proposal:' || p.id
       where p.item_id = $1 order by p.created_at, p.id`,
      [item.id],
    )
    return rows
  }

  async function read(token: string) {
    const response = await api.request(`/api/proposals/${token}`)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  async function answer(token: string, said: string) {
    const response = await api.request(`/api/proposals/${token}/answer`, { method: 'POST', json: { answer: said } })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  async function stored(item: TestItem) {
    const { rows } = await owner.query<Record<string, unknown>>(
      `select i.status, b.status as buyback, b.validated_price_cents as validated, b.validated_grade as grade,
         b.controlled_price_cents as controlled, b.controlled_grade as "controlledGrade", b.settled_at is not null as settled,
         s.native, i.tested, i.facts, i.version from item i join buyback b on b.id = i.buyback_id
       left join stock s on s.id = i.stock_id where i.id = $1`,
      [item.id],
    )
    return rows[0]!
  }

  const proposalsOf = async (item: TestItem) =>
    (
      await owner.query<{ void_reason: string | null; answer: string | null; mail_problem: string | null }>(
        'select void_reason, answer, mail_problem from price_proposal where item_id = $1 order by created_at, id',
        [item.id],
      )
    ).rows

  return {
    api: () => api,
    owner: () => owner,
    account: () => account,
    manager: () => manager,
    /** The queue of an operator of the warehouse. */
    queue: () => queue,
    queueOf,
    send,
    /** Lets time pass, or takes it back. */
    pass: (ms: number) => void (clock += ms),
    declaredItem,
    quarantined,
    testAs,
    release,
    mails,
    lettersOf,
    read,
    answer,
    stored,
    proposalsOf,
  }
}

async function addQuestionnaire(owner: pg.Client, { id, categoryId }: TestAccount): Promise<void> {
  const answers = [fine, broken].map((answerId, at) => ({
    id: answerId,
    name: `Answer ${at}`,
    bestGrade: ['grade_a', 'grade_d'][at],
    impact: { type: 'none' },
  }))
  await owner.query(`insert into questionnaire (account_id, id, category_id, content) values ($1, $2, $3, $4)`, [
    id,
    questionnaireId,
    categoryId,
    JSON.stringify({ questions: [{ id: question, title: 'Screen', answers }] }),
  ])
}
