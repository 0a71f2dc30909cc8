import { createHash } from 'node:crypto'
import { createPublicHolidays } from '#api/adapters/calendar/public-holidays.ts'
import { inAccount } from '#api/db/in-account.ts'
import { keepSecrets } from '#api/db/customer-secrets.ts'
import { insertRows, type Row } from '#api/db/demo/insert-rows.ts'
import { newId } from '#api/db/new-id.ts'
import { createPaymentJobs } from '#api/features/payment/payment-jobs.ts'
import { createProposalMails } from '#api/features/quarantine/proposal-mail.ts'
import { createBuybackDocuments } from '#api/jobs/buyback-document-jobs.ts'
import { testOrigin, testTrackingLink } from './api.ts'
import { tokenOf } from './quarantine-floor.ts'
import type { Tour } from './tour.ts'
import { testVault } from './vault.ts'
import { noServiceOfAccounts } from './payout-server.ts'

const quiet = { warn: () => undefined }
const nothing = () => undefined

/** Makes the papers that have been asked for. */
export async function makePapers({ api }: Tour): Promise<void> {
  const deps = { database: api.db, vault: testVault, now: () => new Date(), log: quiet, trackingLink: testTrackingLink }
  await createBuybackDocuments({ ...deps, mailQueued: nothing })()
}

/** Gives every customer whose payment waits for a transfer a bank account. */
export async function giveBankAccounts({ api, owner, accountId }: Tour): Promise<void> {
  const { rows } = await owner.query<{ id: string }>(
    `select distinct b.customer_id as id from payment p
     join buyback b on b.account_id = p.account_id and b.id = p.buyback_id
     where p.account_id = $1 and p.provider = 'transfer_file' and b.customer_id is not null`,
    [accountId],
  )
  for (const { id: customerId } of rows)
    await inAccount(api.db, accountId, (tx) =>
      keepSecrets(
        tx,
        testVault,
        { accountId, customerId },
        { iban: 'FR7630006000011234567890189', identityNumber: null },
      ),
    )
}

/** A payment that has failed, as its payout service said. */
export async function failedPayment({ owner, accountId }: Tour) {
  const { rows } = await owner.query<{ id: string; buybackId: string }>(
    `update buyback b set payment_status = 'payment_failed' from payment p
     where p.account_id = b.account_id and p.buyback_id = b.id and p.id = (
       select q.id from payment q join buyback c on c.account_id = q.account_id and c.id = q.buyback_id
       where q.account_id = $1 and c.payment_status = 'payment_created' order by q.id limit 1)
     returning p.id, b.id as "buybackId"`,
    [accountId],
  )
  return rows[0]!
}

/** A buyback of a store that the program itself has paid, by a voucher. */
export async function buybackWithVoucher({ api, value, accountId }: Tour, storeId: string): Promise<string> {
  const buybackId = await value(
    `update buyback set status = 'bb_completed', settled_at = now(), validated_price_cents = 4000, payment_mode_id = (
       select id from payment_mode where account_id = $1 and type = 'gift_card' and provider = 'gift_card' limit 1)
     where account_id = $1 and id = (
       select id from buyback where account_id = $1 and store_id = $2 and status = 'bb_in_processing' order by id limit 1)
     returning id`,
    accountId,
    storeId,
  )
  const paymentId = await value('select id from payment where buyback_id = $1', buybackId)
  const jobs = createPaymentJobs({
    database: api.db,
    vault: testVault,
    now: () => new Date(),
    publicHolidays: createPublicHolidays(),
    http: null,
    ...noServiceOfAccounts,
    trackingLink: testTrackingLink,
  })
  await jobs.find(({ queue }) => queue === 'payment-start')!.run({ accountId, paymentId })
  return buybackId
}

/** A buyback whose label a carrier has refused, under the number that its parcel had. */
export async function refusedLabel({ owner, accountId }: Tour, carrierId: string) {
  const { rows } = await owner.query<{ buybackId: string; number: string }>(
    `update parcel set carrier_id = $2, state = 'failed', tracking_number = 'TOUR-1', failure = 'refused'
     where id = (select p.id from parcel p where p.account_id = $1 and p.buyback_id is not null order by p.id limit 1)
     returning buyback_id as "buybackId", tracking_number as number`,
    [accountId, carrierId],
  )
  return rows[0]!
}

/** A package whose label the carrier has refused. */
export async function refusedPackageLabel(tour: Tour, carrierId: string): Promise<string> {
  const warehouse = await tour.value(
    `select id from organization where account_id = $1 and type = 'warehouse' order by id limit 1`,
    tour.accountId,
  )
  const packageId = await closedPackage(tour, warehouse, '0412345678910')
  await add(tour, 'parcel', {
    id: newId(),
    package_id: packageId,
    carrier_id: carrierId,
    state: 'failed',
    failure: 'refused',
  })
  return packageId
}

/** A job of the account that has failed. */
export const failedJob = ({ value, accountId }: Tour): Promise<string> =>
  value(
    `update pgboss.job set state = 'failed', output = '{"message": "X_Y"}'
     where id = (select id from pgboss.job where data ->> 'accountId' = $1 limit 1) returning id`,
    accountId,
  )

/** An ended stock count of a warehouse. */
export async function stockCountOf(tour: Tour, warehouse_id: string): Promise<string> {
  const id = newId()
  const stock_id = await tour.value('select id from stock where warehouse_id = $1 limit 1', warehouse_id)
  const counts = { expected_count: 0, present_count: 0, missing_count: 0, unexpected_count: 0 }
  const by = { device_id: newId(), user_id: await userOf(tour) }
  await add(tour, 'stock_count', { id, warehouse_id, stock_id, ...by, ended_at: new Date().toISOString(), ...counts })
  return id
}

/** An item of a warehouse's quarantine whose customer has been asked; the link's secret with it. */
export async function proposedItem(tour: Tour, warehouseId: string) {
  const itemId = await tour.value(
    `select i.id from item i join buyback b on b.account_id = i.account_id and b.id = i.buyback_id
     where i.warehouse_id = $1 and i.status = 'item_in_quarantine' and b.declaration is not null and b.settled_at is null
     order by coalesce(i.facts #>> '{control,outcome}' = 'proposal'
       and i.facts #>> '{control,priceCents}' is not null, false) desc, i.id limit 1`,
    warehouseId,
  )
  const buyback_id = await tour.value('select buyback_id from item where id = $1', itemId)
  await tour.owner.query('update price_proposal set voided_at = now() where item_id = $1 and voided_at is null', [
    itemId,
  ])
  await add(tour, 'price_proposal', { id: newId(), item_id: itemId, buyback_id, price_cents: 4_000 })
  const deps = { database: tour.api.db, now: () => new Date(), publicUrl: testOrigin, mailQueued: nothing, log: quiet }
  await createProposalMails(deps)()
  return { itemId, token: await linkOf(tour, itemId) }
}

/** A photo of an item's latest test. */
export async function photoOf(tour: Tour, item_id: string): Promise<string> {
  const id = newId()
  const bytes = Buffer.from([0xff, 0xd8, 0xff])
  const at = new Date().toISOString()
  const by = { user_id: await userOf(tour), device_id: newId(), taken_at: at }
  const whole = { size_bytes: bytes.length, received_bytes: bytes.length, width: 1, height: 1, uploaded_at: at }
  const sha256 = `\\x${createHash('sha256').update(bytes).digest('hex')}`
  await add(tour, 'evidence_photo', { id, item_id, media_type: 'image/jpeg', sha256, ...by, ...whole })
  await add(tour, 'evidence_chunk', { photo_id: id, offset_bytes: 0, bytes: `\\x${bytes.toString('hex')}` })
  await tour.owner.query(`update item set facts = jsonb_set(facts, '{control,photos}', $2::jsonb) where id = $1`, [
    item_id,
    JSON.stringify([{ photoId: id, questionId: null }]),
  ])
  return id
}

/** The secret of the link that the customer of an item was sent last, and that none has replaced. */
export async function linkOf({ value }: Tour, itemId: string): Promise<string> {
  const text = await value(
    `select m.body_text from mail_message m join price_proposal p on m.dedupe_key = 'price_proposal:' || p.id
     where p.item_id = $1 order by (p.voided_at is null) desc, p.created_at desc, p.id desc limit 1`,
    itemId,
  )
  return tokenOf({ text, subject: '', language: '' })
}

/** A closed package on its way to a warehouse. */
export async function closedPackage(tour: Tour, warehouseId: string, number = '0412345678903'): Promise<string> {
  const id = newId()
  const itemId = await tour.value('select id from item where account_id = $1 order by id limit 1', tour.accountId)
  const store = await tour.value('select store_id from item where id = $1', itemId)
  const user = await userOf(tour)
  const at = new Date().toISOString()
  const way = {
    origin_store_id: store,
    destination_warehouse_id: warehouseId,
    item_ids: [itemId],
    number,
  }
  const made = { opened_by: user, opened_at: at, closed_by: user, closed_at: at, version: 1 }
  await add(tour, 'package', { id, status: 'closed', label_state: 'none', ...way, ...made })
  return id
}

const add = (tour: Tour, table: string, row: Row) =>
  insertRows(tour.owner, table, [{ account_id: tour.accountId, ...row }])

const userOf = ({ value, accountId }: Tour) =>
  value(`select user_id from user_module where account_id = $1 and module = 'rps' limit 1`, accountId)
