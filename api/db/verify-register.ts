import { pathToFileURL } from 'node:url'
import pg from 'pg'
import type { ChainFaultReason } from '#domain/register/chain-fault.ts'
import { chainPage, checkChain, type ChainLine, type ChainReport } from './register-chain.ts'

/** What verifying the register of one account has found. */
export interface RegisterReport extends ChainReport {
  readonly accountId: string
}

type StoredLine = Omit<ChainLine, 'number'> & { readonly number: string }

/** Verifies the registers of all accounts, as the owner, in one view of the database. */
export async function verifyRegisters(ownerUrl: string): Promise<readonly RegisterReport[]> {
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
      })
    }
    await client.query('commit')
    return reports
  } finally {
    await client.end()
  }
}

async function linesAfter(client: pg.Client, accountId: string, after: number): Promise<readonly ChainLine[]> {
  const page = await client.query<StoredLine>(
    `select number::text, buyback_id as "buybackId", content, previous_hash as "previousHash", hash
     from purchase_register r where r.account_id = $1 and r.number > $2 order by r.number limit $3`,
    [accountId, after, chainPage],
  )
  return page.rows.map((row) => ({ ...row, number: Number(row.number) }))
}

const faultWords: Readonly<Record<ChainFaultReason, string>> = {
  missing: 'is missing',
  changed: 'has been changed',
  not_joined: 'does not follow the line before it',
}

async function main(): Promise<void> {
  const { DATABASE_OWNER_URL } = process.env
  if (!DATABASE_OWNER_URL) throw new Error('DATABASE_OWNER_URL must be set.')
  const reports = await verifyRegisters(DATABASE_OWNER_URL)
  for (const { accountId, lines, fault } of reports)
    say(
      `${accountId}: ${lines} lines, ${fault === null ? 'whole' : `line ${fault.number} ${faultWords[fault.reason]}`}`,
    )
  if (reports.length === 0) say('No account has a register yet.')
  if (reports.some(({ fault }) => fault !== null)) process.exitCode = 1
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
