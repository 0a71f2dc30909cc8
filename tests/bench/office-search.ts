import { inAccount } from '#api/db/in-account.ts'
import { listJobs } from '#api/features/job/job-queries.ts'
import { countRegister, readRegister } from '#api/features/register/register-queries.ts'
import { listJobsCall } from '#sync/calls/job.ts'
import { createBenchDatabase, report } from '#tests/support/bench-database.ts'
import { testVault } from '#tests/support/vault.ts'

// What people type into the register of purchases and into the jobs of an account that has 100,000 of each: the first
// page and the total, as the office asks for them.
const rows = Number(process.argv[2] ?? 100_000)
const rounds = Number(process.argv[3] ?? 20)
const goal = 'median ≤ 100'

const bench = await createBenchDatabase(rows)
try {
  const { database, world, superuser } = bench
  const { accountId } = world
  await superuser.query('set session_replication_role = replica')
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
