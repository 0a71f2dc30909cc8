import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { withFiles } from '#api/config.ts'
import type { ChainFaultReason } from '#domain/register/chain-fault.ts'
import { readHeadsFrom, type DayHead } from './register-head.ts'
import { chainPage, checkChain, recordedAtText, type ChainLine, type ChainReport } from './register-chain.ts'

/** What verifying the register of one account has found. */
export interface RegisterReport extends ChainReport {
  readonly accountId: string
  /** The first head that was written outside and is none of the chain's: the chain has been rewritten since. */
  readonly rewritten: DayHead | null
}

type StoredLine = Omit<ChainLine, 'number'> & { readonly number: string }

/**
 * Verifies the registers of all accounts, as the owner, in one view of the database; against heads that were written
 * outside where there are any.
 */
export async function verifyRegisters(
  ownerUrl: string,
  outside: readonly DayHead[] = [],
): Promise<readonly RegisterReport[]> {
  const ofAccount = (accountId: string) => outside.filter((head) => head.accountId === accountId)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'reprise register' })
  await client.connect()
  try {
    await client.query(`set app.system = 'on'`)
    await client.query('begin isolation level repeatable read read only')
    const heads = await client.query<{ accountId: string; number: string | null; hash: Buffer | null }>(
      `select a.id as "accountId", h.number::text, h.hash from account a
       left join purchase_register_head h on h.account_id = a.id
       where h.account_id is not null or exists (select from purchase_register r where r.account_id = a.id)
       order by a.id`,
    )
    const reports: RegisterReport[] = []
    for (const { accountId, number, hash } of heads.rows) {
      const head = hash === null ? null : { number: Number(number), hash }
      reports.push({
        accountId,
        ...(await checkChain(accountId, head, (after) => linesAfter(client, accountId, after))),
        rewritten: await firstForeign(client, ofAccount(accountId)),
      })
    }
    const known = new Set(reports.map(({ accountId }) => accountId))
    for (const accountId of new Set(outside.map((head) => head.accountId)))
      if (!known.has(accountId))
        reports.push({ accountId, lines: 0, fault: null, rewritten: ofAccount(accountId)[0] ?? null })
    await client.query('commit')
    return reports
  } finally {
    await client.end()
  }
}

async function firstForeign(client: pg.Client, heads: readonly DayHead[]): Promise<DayHead | null> {
  if (heads.length === 0) return null
  const { rows } = await client.query<{ at: number }>(
    `select h.at::int - 1 as at
     from rows from (unnest($1::uuid[]), unnest($2::bigint[]), unnest($3::text[])) with ordinality
       as h (account_id, number, hash, at)
     left join purchase_register r on r.account_id = h.account_id and r.number = h.number
     where r.number is null or encode(r.hash, 'hex') <> h.hash order by h.number, h.at limit 1`,
    [heads.map((head) => head.accountId), heads.map(({ number }) => number), heads.map(({ hash }) => hash)],
  )
  return heads[rows[0]?.at ?? -1] ?? null
}

async function linesAfter(client: pg.Client, accountId: string, after: number): Promise<readonly ChainLine[]> {
  const page = await client.query<StoredLine>(
    `select number::text, buyback_id as "buybackId", ${recordedAtText} as "recordedAt", content, previous_hash as "previousHash", hash
     from purchase_register r where r.account_id = $1 and r.number > $2 order by r.number limit $3`,
    [accountId, after, chainPage],
  )
  return page.rows.map((row) => ({ ...row, number: Number(row.number) }))
}

const faultWords: Readonly<Record<ChainFaultReason, string>> = {
  missing: 'is missing',
  changed: 'has been changed',
  moved: 'has been moved to another time',
  not_joined: 'does not follow the line before it',
}

async function main(): Promise<void> {
  const { DATABASE_OWNER_URL } = withFiles(process.env)
  if (!DATABASE_OWNER_URL) throw new Error('DATABASE_OWNER_URL must be set.')
  const { values } = parseArgs({ options: { heads: { type: 'string', multiple: true } } })
  const outside = (values.heads ?? []).flatMap((file) => readHeadsFrom(readFileSync(file, 'utf8')))
  if (values.heads !== undefined && outside.length === 0) throw new Error('No head is written in what --heads names.')
  const reports = await verifyRegisters(DATABASE_OWNER_URL, outside)
  for (const { accountId, lines, fault, rewritten } of reports) {
    say(
      `${accountId}: ${lines} lines, ${fault === null ? 'whole' : `line ${fault.number} ${faultWords[fault.reason]}`}`,
    )
    if (rewritten !== null)
      say(
        `${accountId}: line ${rewritten.number} is not what was written outside on ${rewritten.day}: the chain has been rewritten`,
      )
  }
  if (values.heads !== undefined) say(`Compared with ${outside.length} heads that were written outside.`)
  if (reports.length === 0) say('No account has a register yet.')
  if (reports.some(({ fault, rewritten }) => fault !== null || rewritten !== null)) process.exitCode = 1
}

function say(sentence: string): void {
  process.stdout.write(`${sentence}\n`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}
