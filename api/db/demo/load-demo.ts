import { hash } from '@node-rs/argon2'
import pg from 'pg'
import type { SecretSealer } from '../customer-secrets.ts'
import { atThePlatform, autreEnseigne, maisonRivoli, type AccountPlan } from './account-plan.ts'
import { loadAccount, loadBuyer, type LoadedPlatform } from './load-account.ts'
import { loadItems, prepareItems } from './load-items.ts'
import { withoutConstraints } from './without-constraints.ts'

/** Password of every sign-in of the demo. */
export const demoPassword = 'Reprise-2026'

/** Where to load, and how much. */
export interface DemoOptions {
  readonly ownerUrl: string
  /** The same seed gives the same products, people and items. */
  readonly seed?: number
  /** Items of the first retailer, 2,000 unless told; more than there are are added, fewer change nothing. */
  readonly items?: number
  /** Dates count back from here. */
  readonly now?: Date
  /** Seals the identity documents and bank accounts of the customers, with the master key of the API that will open them. */
  readonly vault?: SecretSealer
  readonly onProgress?: (made: number, wanted: number) => void
}

/** What a run found and made. */
export interface DemoResult {
  readonly accountId: string
  readonly otherAccountId: string
  /** Whether the accounts were there before. */
  readonly existed: boolean
  readonly itemsAdded: number
  readonly itemsTotal: number
}

// Items drafted at once; more than this are loaded the large way.
const chunk = 25_000

/**
 * Loads the demo: a retailer with its buyer, and a small second one. Loading again adds what is missing to the
 * number of items asked for.
 */
export async function loadDemo(options: DemoOptions): Promise<DemoResult> {
  const { seed = 2026, now = new Date() } = options
  const client = new pg.Client({ connectionString: options.ownerUrl, application_name: 'reprise demo' })
  await client.connect()
  try {
    await client.query(`set app.system = 'on'; set jit = off; set work_mem = '64MB'`)
    const wanted = options.items ?? maisonRivoli.items
    const itemsBefore = await countItems(client, await accountOf(client, maisonRivoli))
    const isLarge = wanted - itemsBefore > chunk
    const load = async (): Promise<Pick<DemoResult, 'accountId' | 'otherAccountId' | 'existed'>> => {
      const existing = await accountOf(client, maisonRivoli)
      if (existing === undefined) await loadAccounts(client, seed, now, options.vault ?? null)
      const accountId = existing ?? (await accountOf(client, maisonRivoli))!
      const otherAccountId = (await accountOf(client, autreEnseigne))!
      if (!isLarge) await topUp(client, maisonRivoli, accountId, wanted, { ...options, seed, now })
      await topUp(client, autreEnseigne, otherAccountId, autreEnseigne.items, { seed, now })
      return { accountId, otherAccountId, existed: existing !== undefined }
    }
    // Whole or not at all: accounts without their items would pass for a demo that is there. A large number puts its
    // constraints aside, which needs a transaction of its own.
    const found = await inTransaction(client, load)
    const loadLarge = () => topUp(client, maisonRivoli, found.accountId, wanted, { ...options, seed, now })
    if (isLarge) await inTransaction(client, () => withoutConstraints(client, loadLarge))
    const itemsTotal = await countItems(client, found.accountId)
    if (itemsTotal > itemsBefore) await client.query('analyze')
    return { ...found, itemsAdded: itemsTotal - itemsBefore, itemsTotal }
  } finally {
    await client.end()
  }
}

async function loadAccounts(client: pg.Client, seed: number, now: Date, vault: SecretSealer | null): Promise<void> {
  const passwordHash = await hash(demoPassword, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const platform = await makePlatform(client)
  const buyer = await loadBuyer(client, { seed: seed + 1, now, passwordHash, vault })
  await loadAccount(client, maisonRivoli, { seed, now, passwordHash, vault, buyer, platform })
  await loadAccount(client, autreEnseigne, { seed: seed + 2, now, passwordHash, vault })
}

async function makePlatform(client: pg.Client): Promise<LoadedPlatform> {
  await client.query(`select make_platform_account('fr-FR')`)
  const { rows } = await client.query<LoadedPlatform>(
    `select o.account_id as "accountId", o.id as "organizationId" from organization o
      join account a on a.id = o.account_id where a.is_platform order by o.created_at, o.id limit 1`,
  )
  return rows[0]!
}

async function topUp(
  client: pg.Client,
  plan: AccountPlan,
  accountId: string,
  wanted: number,
  { seed, now, onProgress }: { seed: number; now: Date; onProgress?: DemoOptions['onProgress'] },
): Promise<void> {
  const before = await countItems(client, accountId)
  if (wanted <= before) return
  await dropChoices(client)
  await prepareItems(client, accountId)
  for (let from = before + 1; from <= wanted; from += chunk) {
    const to = Math.min(wanted, from + chunk - 1)
    const hasParcels = wanted - before <= chunk
    await loadItems(client, { accountId, seed, now, firstCode: plan.firstCode, from, to, hasParcels })
    onProgress?.(to, wanted)
  }
  // Weeks that were counted before did not have these items: the dashboard's job counts them once more.
  if (before > 0) await client.query('delete from dashboard_week where account_id = $1', [accountId])
}

async function dropChoices(client: pg.Client): Promise<void> {
  const names = [
    'path',
    'circuit',
    'refurb',
    'step',
    'product',
    'customer',
    'store',
    'warehouse',
    'buyer',
    'payment_mode',
    'actor',
    'condition',
  ]
  await client.query(names.map((name) => `drop table if exists demo_${name}`).join(';'))
}

async function accountOf(client: pg.Client, plan: AccountPlan): Promise<string | undefined> {
  const { name } = plan.users.find(({ at }) => at !== atThePlatform)!
  const found = await client.query<{ account_id: string }>('select account_id from user_account where email = $1', [
    `${name}@${plan.mailDomain}`,
  ])
  return found.rows[0]?.account_id
}

async function countItems(client: pg.Client, accountId: string | undefined): Promise<number> {
  const found = await client.query<{ count: string }>('select count(*) from item where account_id = $1', [accountId])
  return Number(found.rows[0]!.count)
}

async function inTransaction<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
