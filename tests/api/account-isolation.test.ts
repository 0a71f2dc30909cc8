import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminFunctions, appFunctions, sharedTables, tenantTables } from '#api/db/rights.ts'
import { createDatabase, type TestDatabase } from '../support/postgres.ts'
import { fillEveryTable } from '../support/every-table.ts'
import { connectAsOwner, createAccount, type TestAccount } from '../support/factories.ts'

const verbs = ['select', 'insert', 'update', 'delete'] as const
type Verb = (typeof verbs)[number]

let test: TestDatabase
let superuser: pg.Client
let app: pg.Client
let admin: pg.Client
let mine: TestAccount
let foreign: TestAccount

beforeAll(async () => {
  test = await createDatabase()
  const owner = await connectAsOwner(test.ownerUrl)
  mine = await createAccount(owner, 'Mine')
  foreign = await createAccount(owner, 'Foreign')
  await fillEveryTable(owner, mine)
  await fillEveryTable(owner, foreign)
  await owner.end()
  ;[superuser, app, admin] = [test.superuserUrl, test.appUrl, test.adminUrl].map(
    (connectionString) => new pg.Client({ connectionString }),
  ) as [pg.Client, pg.Client, pg.Client]
  await Promise.all([superuser.connect(), app.connect(), admin.connect()])
})

afterAll(async () => {
  await Promise.all([superuser.end(), app.end(), admin.end()])
  await test.drop()
})

const columnOf = (table: string): string => tenantTables[table]!.column ?? 'account_id'

/** Runs one statement in a savepoint; answers how many rows it touched, or the code of its failure. */
async function attempt(client: pg.Client, sql: string, values: readonly unknown[]): Promise<number | string> {
  await client.query('savepoint probe')
  try {
    const answer = await client.query(sql, [...values])
    return answer.rowCount ?? 0
  } catch (error) {
    return (error as pg.DatabaseError).code ?? 'unknown'
  } finally {
    await client.query('rollback to probe')
  }
}

interface Probe {
  readonly table: string
  /** A whole foreign row, as JSON. */
  readonly row: string
  readonly columns: string
}

async function probeOf(table: string): Promise<Probe> {
  const row = await superuser.query<{ row: string }>(
    `select to_jsonb(t)::text as row from ${table} t where ${columnOf(table)} = $1 limit 1`,
    [foreign.id],
  )
  const columns = await superuser.query<{ list: string }>(
    `select string_agg(quote_ident(attname), ', ') as list from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a'`,
    [table],
  )
  expect(row.rows, `${table} has no row to probe: add one to fillEveryTable`).toHaveLength(1)
  return { table, row: row.rows[0]!.row, columns: columns.rows[0]!.list }
}

/** What of another account's rows is within reach; within a transaction whose account is set. */
async function reachOf(client: pg.Client, probe: Probe): Promise<readonly Verb[]> {
  const { table, row, columns } = probe
  const column = columnOf(table)
  const outcomes: Record<Verb, readonly (number | string)[]> = {
    select: [await attempt(client, `select 1 from ${table} where ${column} = $1`, [foreign.id])],
    insert: [
      await attempt(
        client,
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_record(null::${table}, $1)`,
        [row],
      ),
    ],
    update: [
      await attempt(client, `update ${table} set ${column} = ${column} where ${column} = $1`, [foreign.id]),
      await giveAway(client, table),
    ],
    delete: [await attempt(client, `delete from ${table} where ${column} = $1`, [foreign.id])],
  }
  return verbs.filter((verb) => outcomes[verb].some((outcome) => outcome !== 0 && outcome !== '42501'))
}

// A row of one's own may not be given away either; where a trigger refuses that first (23514), the policy is not asked.
async function giveAway(client: pg.Client, table: string): Promise<number | string> {
  const column = columnOf(table)
  const outcome = await attempt(client, `update ${table} set ${column} = $1 where ${column} = $2`, [
    foreign.id,
    mine.id,
  ])
  return outcome === '23514' ? 0 : outcome
}

async function inside<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    return await work()
  } finally {
    await client.query('rollback')
  }
}

const asAccount = `select set_config('app.account_id', $1, true)`

describe.each(Object.keys(tenantTables))('%s', (table) => {
  it('keeps another account’s rows out of reach of select, insert, update and delete', async () => {
    const probe = await probeOf(table)
    await inside(app, async () => {
      await app.query(asAccount, [mine.id])
      expect(await reachOf(app, probe)).toEqual([])
    })
  })

  it('shows its own rows, and none without an account', async () => {
    await inside(app, async () => {
      const count = `select 1 from ${table} where ${columnOf(table)} = $1`
      expect(await attempt(app, count, [mine.id])).toBe(0)
      await app.query(asAccount, [mine.id])
      expect(await attempt(app, count, [mine.id])).toBeGreaterThan(0)
    })
  })

  it('turns red when its policy is dropped, opened, or row-level security is off', async () => {
    const probe = await probeOf(table)
    const reachAfter = (change: string): Promise<{ own: number | string; reach: readonly Verb[] }> =>
      inside(superuser, async () => {
        await superuser.query(change)
        await superuser.query(`set local role reprise_app`)
        await superuser.query(asAccount, [mine.id])
        const own = await attempt(superuser, `select 1 from ${table} where ${columnOf(table)} = $1`, [mine.id])
        return { own, reach: await reachOf(superuser, probe) }
      })
    const granted = verbs.filter((verb) => tenantTables[table]!.app.includes(verb))
    expect((await reachAfter(`drop policy own_account on ${table}`)).own).toBe(0)
    expect((await reachAfter(`alter table ${table} disable row level security`)).reach).toEqual(granted)
    expect((await reachAfter(`alter policy own_account on ${table} using (true) with check (true)`)).reach).toEqual(
      granted,
    )
  })

  it('is within reach of client administration only where that needs it', async () => {
    const probe = await probeOf(table)
    const rights = tenantTables[table]!.admin ?? []
    expect(await inside(admin, () => reachOf(admin, probe))).toEqual(verbs.filter((verb) => rights.includes(verb)))
  })
})

describe('the catalogue of tables', () => {
  it('is the one that the rights name, each table with forced row-level security or a reason for none', async () => {
    const found = await superuser.query<{ name: string; forced: boolean }>(
      `select relname as name, relrowsecurity and relforcerowsecurity as forced from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
    )
    const forced = found.rows.filter((row) => row.forced).map((row) => row.name)
    const open = found.rows.filter((row) => !row.forced).map((row) => row.name)
    expect(forced.toSorted()).toEqual(Object.keys(tenantTables).toSorted())
    expect(open.toSorted()).toEqual(Object.keys(sharedTables).toSorted())
  })

  it('has no view and no sequence that would pass by the policies', async () => {
    const found = await superuser.query(
      `select relname from pg_class c where relnamespace = 'public'::regnamespace and relkind in ('v', 'm', 'f')
         and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    )
    expect(found.rows).toEqual([])
  })

  it('is led by the account in every key and index, but for those that work before an account is known', async () => {
    const found = await superuser.query<{ index: string }>(
      `select i.indexrelid::regclass::text as index from pg_index i join pg_class t on t.oid = i.indrelid
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
       where t.relnamespace = 'public'::regnamespace and t.relname = any ($1) and a.attname is distinct from 'account_id'
       order by 1`,
      [Object.keys(tenantTables)],
    )
    expect(found.rows.map((row) => row.index)).toEqual([
      // The account is the row itself.
      'account_host_key',
      // A buyer looks for its retailers.
      'account_link_by_buyer',
      'account_pkey',
      // One account of the installation is the platform's.
      'account_platform_once',
      // One runner makes the papers of all accounts.
      'buyback_document_due',
      // Unique over all accounts, as the codes on labels are.
      'buyback_identification_number_key',
      // Looked up by a token or address before an account is known.
      // One sweeper serves all accounts.
      'cart_waiting',
      // One round deletes the files of the imports of all accounts whose days are over.
      'catalog_import_kept',
      // One round forgets the corrections of all accounts that nobody has confirmed; a mail's link names none.
      'customer_correction_expiry',
      'customer_correction_token_hash_key',
      // One round tells the customers of all accounts.
      'customer_notice_due',
      'device_grant_token_hash_key',
      // Read by everybody who knows its address.
      'legal_file_id_key',
      // One runner delivers the mail of all accounts.
      'mail_message_due',
      'open_id_sign_in_state_hash_key',
      'open_id_sign_in_ticket_hash_key',
      // One round looks for the orders of all accounts that nobody asks about.
      'parcel_open',
      // A device names its passkey before anybody knows whose it is.
      'passkey_credential_id_key',
      'password_token_token_hash_key',
      // A provider's word names nothing but the attempt.
      'payment_attempt_key_key',
      // The same for payouts.
      'payment_attempt_open',
      // Seen by everybody who knows its address.
      'picture_id_key',
      // One runner mails the proposals of all accounts; the customer's link names none.
      'price_proposal_by_earlier_token',
      'price_proposal_due',
      'price_proposal_token_hash_key',
      'price_proposal_waiting',
      'quote_by_token',
      'quote_expired',
      // Each word in it begins with the account's key.
      'searched_product_terms',
      'session_token_hash_key',
      // Machines sign in before any account is known.
      'sftp_access_user_name_key',
      // A domain signs in at one place, whichever account has it.
      'sso_domain_domain_key',
      'user_account_email_key',
    ])
  })
})

describe('the logins', () => {
  it('own nothing, cannot create, and cannot become anybody else', async () => {
    const found = await superuser.query(
      `select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb,
         exists (select 1 from pg_class where relowner = r.oid) as owns,
         exists (select 1 from pg_auth_members where member = r.oid) as member,
         has_schema_privilege(rolname, 'public', 'create') as creates
       from pg_roles r where rolname in ('reprise_app', 'reprise_admin')`,
    )
    for (const row of found.rows)
      expect(row).toMatchObject({
        rolsuper: false,
        rolbypassrls: false,
        rolcreaterole: false,
        rolcreatedb: false,
        owns: false,
        member: false,
        creates: false,
      })
    expect(found.rowCount).toBe(2)
  })

  it('gain nothing by the settings that open the tables to their owner', async () => {
    await inside(app, async () => {
      await app.query(`set local app.system = 'on'`)
      await app.query(`set local search_path = pg_catalog, public, pg_temp`)
      expect(await attempt(app, 'select 1 from item', [])).toBe(0)
      await app.query(asAccount, [mine.id])
      expect(await attempt(app, 'select 1 from item where account_id = $1', [foreign.id])).toBe(0)
    })
  })

  it('are joined by an owner that sees nothing unless it says so', async () => {
    const owner = new pg.Client({ connectionString: test.ownerUrl })
    await owner.connect()
    const seen = await owner.query('select 1 from item')
    await owner.query(`set app.system = 'on'`)
    const opened = await owner.query('select 1 from item')
    await owner.end()
    expect([seen.rowCount, opened.rowCount]).toEqual([0, 2])
  })

  it('may call only the functions that they are given', async () => {
    const found = await superuser.query<{ name: string; app: boolean; admin: boolean; open: boolean }>(
      `select p.oid::regprocedure::text as name, has_function_privilege('reprise_app', p.oid, 'execute') as app,
         has_function_privilege('reprise_admin', p.oid, 'execute') as admin,
         p.prosecdef and (p.proconfig is null
           or not 'search_path=pg_catalog, public, pg_temp' = any (p.proconfig)) as open
       from pg_proc p where p.pronamespace = 'public'::regnamespace
         and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    )
    const named = (rows: readonly { name: string }[]): readonly string[] =>
      rows.map((row) => row.name.replace(/\(.*/, '')).toSorted()
    expect(named(found.rows.filter((row) => row.app))).toEqual(
      appFunctions.map((name) => name.replace(/\(.*/, '')).toSorted(),
    )
    expect(named(found.rows.filter((row) => row.admin))).toEqual(
      adminFunctions.map((name) => name.replace(/\(.*/, '')).toSorted(),
    )
    expect(named(found.rows.filter((row) => row.open))).toEqual([])
  })

  it('run functions that rule out a way of reading without compiling them', async () => {
    const { rows } = await superuser.query<{ name: string; compiled: boolean }>(
      `select p.proname as name, not 'jit=off' = any (p.proconfig) as compiled from pg_proc p
       where p.pronamespace = 'public'::regnamespace and 'enable_seqscan=off' = any (p.proconfig)`,
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => row.compiled)).toEqual([])
  })
})

describe('a link between accounts', () => {
  it('lets the buyer name the retailer and the retailer its buyer, and nothing more', async () => {
    const link = await superuser.query<{ buyer_account_id: string }>(
      'select buyer_account_id from account_link where account_id = $1',
      [mine.id],
    )
    const buyerId = link.rows[0]!.buyer_account_id
    await inside(app, async () => {
      await app.query(asAccount, [buyerId])
      expect((await app.query('select id from account order by id')).rows).toHaveLength(2)
      expect(await attempt(app, `update account set name = 'x' where id = $1`, [mine.id])).toBe(0)
      expect(await attempt(app, 'delete from account_link', [])).toBe(0)
      expect(await attempt(app, 'select 1 from item', [])).toBe(0)
    })
  })
})
