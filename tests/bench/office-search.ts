import { inAccount } from '#api/db/in-account.ts'
import { listBuybacks } from '#api/features/buyback/list/buyback-queries.ts'
import { listImports } from '#api/features/catalog-files/import/import-queries.ts'
import { listOwnPrices } from '#api/features/catalog/product/own-price-queries.ts'
import { listWarehouseItems } from '#api/features/item/item-queries.ts'
import { listJobs } from '#api/features/job/job-queries.ts'
import { listOrganizations } from '#api/features/organization/organization-queries.ts'
import { listUsers } from '#api/features/organization/user-queries.ts'
import { listFiles } from '#api/features/payment/payment-file-queries.ts'
import { listDue, listPayments } from '#api/features/payment/payment-queries.ts'
import { listQuarantine } from '#api/features/quarantine/quarantine-queries.ts'
import { countRegister, readRegister } from '#api/features/register/register-queries.ts'
import { listBuybacksCall } from '#sync/calls/buyback-list.ts'
import { listImportsCall } from '#sync/calls/catalog-import.ts'
import { listWarehouseItemsCall } from '#sync/calls/item.ts'
import { listJobsCall } from '#sync/calls/job.ts'
import { listOrganizationsCall, listUsersCall } from '#sync/calls/organization.ts'
import { listDuePaymentsCall, listPaymentFilesCall, listPaymentsCall } from '#sync/calls/payment.ts'
import { listOwnPricesCall } from '#sync/calls/product-list.ts'
import { listQuarantineCall } from '#sync/calls/quarantine.ts'
import { createBenchDatabase, report } from '#tests/support/bench-database.ts'
import { testVault } from '#tests/support/vault.ts'

// What people type into the searches of the office, in an account that has so many rows in each list: the first page and
// the total, as the office asks for them.
const rows = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 20)
const goal = 'median ≤ 100'

const bench = await createBenchDatabase(rows)
try {
  const { database, world, superuser } = bench
  const { accountId } = world
  await superuser.query('set session_replication_role = replica')
  // Each buyback has a customer of its own and is to be paid.
  await superuser.query(
    `insert into customer (account_id, id, first_name, last_name)
     select $1, b.id, 'Zoé', 'Martin' || row_number() over (order by id) from buyback b where account_id = $1`,
    [accountId],
  )
  await superuser.query(
    `update buyback set customer_id = id, settled_at = created_at, payment_status = 'payment_created',
       promised_payment_on = created_at::date + 7 where account_id = $1`,
    [accountId],
  )
  await superuser.query(
    `insert into payment (account_id, id, buyback_id, amount_cents, currency)
     select account_id, id, id, 12000, 'EUR' from buyback where account_id = $1`,
    [accountId],
  )
  await superuser.query(
    `insert into payment_file (account_id, id, message_id, created_at, execute_on, count, total_cents, currency, payer)
     select $1, gen_random_uuid(), 'MSG' || lpad(n::text, 9, '0'), now() - interval '1 minute' * n, now()::date, 1, n,
       'EUR', '{"iban": "FR7630006000011234567890189"}'
     from generate_series(1, $2::int) n`,
    [accountId, rows],
  )
  await superuser.query(
    `insert into payment_attempt (account_id, id, payment_id, number, key, provider, started_at, file_id)
     select p.account_id, p.id, p.id, 1, 'A' || p.n, 'transfer_file', now(), f.id
     from (select *, row_number() over (order by id) as n from payment where account_id = $1) p
     join (select id, row_number() over (order by message_id) as n from payment_file where account_id = $1) f using (n)`,
    [accountId],
  )
  await superuser.query(
    `insert into catalog_import (account_id, id, content, strategy, file_name, status, created_at, queued_at,
       touched_at, ended_at, lines_found)
     select $1, gen_random_uuid(), 'products', 'generic', 'Catalogue d’été ' || n || '.csv', 'success', now(), now(),
       now(), now(), 0
     from generate_series(1, $2::int) n`,
    [accountId, rows],
  )
  await superuser.query(
    `insert into user_account (account_id, id, email, first_name, last_name)
     select $1, gen_random_uuid(), 'seller' || n || '@shop.example', 'Zoé', 'Durand' || n
     from generate_series(1, $2::int) n`,
    [accountId, rows],
  )
  await superuser.query(
    `insert into organization (account_id, id, type, module_type, common_name, city, zip_code, path)
     select $1, id, 'store', 'tim', 'Boutique ' || n, 'Évry', '91000', array[id]
     from (select gen_random_uuid() as id, n from generate_series(1, $2::int) n) o`,
    [accountId, rows],
  )
  await superuser.query(
    `insert into product (account_id, id, label, brand, main_category_id, status)
     select $1, gen_random_uuid(), 'Téléphone ' || n, 'Marque', $3, 'published' from generate_series(1, $2::int) n`,
    [accountId, rows, world.categoryId],
  )
  const { rows: tops } = await superuser.query<{ id: string }>(
    `select id from organization where account_id = $1 and type = 'root_management_unit'`,
    [accountId],
  )
  const organizationId = tops[0]!.id
  await superuser.query('update category set buyer_organization_id = $2 where account_id = $1', [
    accountId,
    organizationId,
  ])
  await superuser.query(
    `update item set status = 'item_in_quarantine' where account_id = $1 and status <> 'item_in_transit'`,
    [accountId],
  )
  await superuser.query(
    `insert into purchase_register (account_id, number, buyback_id, recorded_at, content, previous_hash, hash)
     select $1, b.number, b.id, b.created_at, json_build_object('number', b.number,
         'recordedAt', to_char(b.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'buybackId', b.id,
         'buybackCode', b.identification_number, 'purchasedAt', null,
         'description', 'Fairphone 4 256 GB ' || (array['vert', 'gris', 'noir'])[1 + b.number % 3],
         'category', 'Smartphones', 'serialNumber', 'SN' || lpad(b.number::text, 9, '0'),
         'imei', lpad((b.number + 350000000000000)::text, 15, '0'),
         'seller', json_build_object('firstName', 'Zoé', 'lastName', 'Martin' || b.number, 'street', '1 rue du Port',
           'streetMore', null, 'zipCode', '69002', 'city', 'Lyon', 'country', 'FR'),
         'sealedIdentity', null, 'priceCents', 12000, 'currency', 'EUR', 'paymentMeans', 'bank_transfer')::text,
       decode(repeat('00', 32), 'hex'), decode(repeat('00', 32), 'hex')
     from (select *, row_number() over (order by id) as number from buyback where account_id = $1) b`,
    [accountId],
  )
  await superuser.query(
    `insert into mail_message (account_id, id, dedupe_key, kind, recipient, language, subject, body_text, status,
       last_error, sent_at, created_at)
     select $1, gen_random_uuid(), 'bench ' || n, 'confirmation', 'customer' || n || '@shop.example', 'fr-FR', 'Bonjour',
       repeat('Bonjour. ', 100), case when n % 20 = 0 then 'failed' else 'sent' end,
       case when n % 20 = 0 then 'EENVELOPE 550' end, case when n % 20 > 0 then now() end,
       now() - interval '1 second' * n
     from generate_series(1, $2::int) n`,
    [accountId, rows],
  )
  await superuser.query('set session_replication_role = origin')
  await superuser.query('vacuum analyze')

  const code = await superuser.query<{ code: string }>(
    'select identification_number as code from buyback where account_id = $1 order by id limit 1 offset $2',
    [accountId, Math.floor(rows / 2)],
  )
  const half = String(Math.floor(rows / 2))
  const register = { 'a code': code.rows[0]!.code, 'a number': half, 'a name': `martin${half}`, 'no such words': 'xyz' }
  for (const [name, q] of Object.entries(register))
    await measure(`register, ${name}`, async () => {
      const scope = { accountId, from: '2000-01-01', to: '2100-01-01', q }
      await inAccount(
        database,
        accountId,
        async (tx) => {
          await countRegister(tx, scope)
          await readRegister(tx, testVault, scope, { limit: 15, offset: 0, descending: true })
        },
        { readOnly: true },
      )
    })
  const jobs = {
    'a code': code.rows[0]!.code,
    'a recipient': `customer${half}`,
    'a failure': '550',
    'a day': '01/11/2026',
  }
  for (const [name, q] of Object.entries(jobs))
    await measure(`jobs, ${name}`, () =>
      inAccount(database, accountId, (tx) => listJobs(tx, accountId, listJobsCall.query.parse({ q })), {
        readOnly: true,
      }),
    )
  const reader = { accountId, scope: { kind: 'account' } } as const
  const floor = {
    accountId,
    homeAccountId: accountId,
    organizationId,
    module: 'root',
    userType: 'root_management_unit_manager',
  } as const
  const q = `martin${half}`
  type Tx = Parameters<Parameters<typeof inAccount>[2]>[0]
  const lists: Readonly<Record<string, (tx: Tx) => Promise<unknown>>> = {
    'payments, a name': (tx) => listPayments(tx, reader, listPaymentsCall.query.parse({ q })),
    'due payments, a name': (tx) =>
      listDue(tx, reader, { until: '2100-01-01', today: '2026-01-01' }, listDuePaymentsCall.query.parse({ q })),
    'payment files, a name': (tx) => listFiles(tx, accountId, listPaymentFilesCall.query.parse({ q })),
    'payment files, a number': (tx) =>
      listFiles(tx, accountId, listPaymentFilesCall.query.parse({ q: `msg${half.padStart(9, '0')}` })),
    'imports, a file': (tx) => listImports(tx, { accountId }, listImportsCall.query.parse({ q: `ete ${half}` })),
    'users, a name': (tx) =>
      listUsers(tx, { accountId, organizationId: null }, listUsersCall.query.parse({ q: `zoe durand${half}` })),
    'users, a family name': (tx) =>
      listUsers(tx, { accountId, organizationId: null }, listUsersCall.query.parse({ lastname: `durand${half}` })),
    'entities, a city': (tx) =>
      listOrganizations(tx, { accountId, organizationId }, listOrganizationsCall.query.parse({ q: `evry ${half}` })),
    'quarantine, a product': (tx) =>
      listQuarantine(
        tx,
        { accountId, warehouseId: null, now: new Date() },
        listQuarantineCall.query.parse({ q: `phone ${half}` }),
      ),
    'own prices, a name': (tx) =>
      listOwnPrices(
        tx,
        { accountId, homeAccountId: accountId, organizationId },
        listOwnPricesCall.query.parse({ search: `Téléphone ${half}` }),
      ),
  }
  for (const [name, list] of Object.entries(lists))
    await measure(name, () => inAccount(database, accountId, list, { readOnly: true }))
  await measure('buybacks, a name', () =>
    listBuybacks(database, accountId, reader.scope, listBuybacksCall.query.parse({ clientName: q })),
  )
  await measure('items, a product', () =>
    listWarehouseItems(database, floor, listWarehouseItemsCall.query.parse({ q: `phone ${half}` })),
  )
} finally {
  await bench.close()
}

async function measure(name: string, run: () => Promise<unknown>): Promise<void> {
  const took: number[] = []
  for (let round = -3; round < rounds; round++) {
    const begun = performance.now()
    await run()
    if (round >= 0) took.push(performance.now() - begun)
  }
  report(`${name} among ${rows.toLocaleString('en')}`, took, 'ms', goal)
}
