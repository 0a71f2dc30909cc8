import { sql, type Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import type { Failure } from '#api/http/failure.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { columnOf, findNamedEntity, readUserLine, type NamedEntity } from '#domain/organization/user-import.ts'
import { workplaceOf } from '#domain/organization/user-rules.ts'
import type { NewUser } from '#domain/organization/user.schema.ts'
import type { CheckedLine, CheckedUserFile, ImportLineFault, ImportResult } from '#sync/calls/user-import.ts'
import { readUserCsv } from './read-user-csv.ts'
import { createUser, newUserFault, type UserWriter } from './user-changes.ts'
import type { UserDeps } from './user-deps.ts'
import { isSeen, readSeenEmails, type UsersScope } from './user-queries.ts'
import { writing } from './user-routes.ts'

type Tx = Transaction<Tables>

/** What a file of users would do, line by line, by the same rules as one user alone; writes nothing. */
export async function checkUserFile(
  tx: Tx,
  writer: UserWriter,
  csv: string,
): Promise<Result<CheckedUserFile, Failure>> {
  const read = readUserCsv(csv)
  if (!read.ok) return read
  const { columns, lines } = read.value
  const entities = await readEntities(tx, writer)
  const found = lines.map(({ line, cells }) => {
    const one = readUserLine(columns, cells, (text, type) => findNamedEntity(text, workplaceOf[type], entities))
    return { line, cells, ...one }
  })
  const emails = found.flatMap(({ user }) => (user === null ? [] : [user.email]))
  const [seen, taken] = [await readSeenEmails(tx, writer, emails), await readTaken(tx, emails)]
  const firstLines = new Map<string, number>()
  const checked: CheckedLine[] = []
  for (const { line, cells, user, faults } of found) {
    const own = user === null ? null : await stateOf(tx, writer, { user, line, seen, taken, firstLines })
    checked.push({
      line,
      cells: [...cells],
      state: own?.state ?? 'refused',
      user: own?.state === 'ready' ? user : null,
      faults: [...faults, ...(own?.faults ?? [])],
    })
  }
  return succeed({ columns: [...columns], lines: checked })
}

interface LineFacts {
  readonly user: NewUser
  readonly line: number
  readonly seen: ReadonlySet<string>
  readonly taken: ReadonlySet<string>
  readonly firstLines: Map<string, number>
}

async function stateOf(
  tx: Tx,
  writer: UserWriter,
  { user, line, seen, taken, firstLines }: LineFacts,
): Promise<Pick<CheckedLine, 'state' | 'faults'>> {
  const { email } = user
  const otherLine = firstLines.get(email)
  if (otherLine !== undefined) return { state: 'refused', faults: [{ column: 'email', code: 'twice', otherLine }] }
  firstLines.set(email, line)
  if (seen.has(email)) return { state: 'known', faults: [] }
  const fault = taken.has(email)
    ? ({ code: 'USER_EMAIL_TAKEN', field: 'email' } as const)
    : await newUserFault(tx, writer, user)
  return fault === null ? { state: 'ready', faults: [] } : { state: 'refused', faults: [lineFault(fault)] }
}

function lineFault({ code, field }: Failure): ImportLineFault {
  return { column: field === undefined ? null : columnOf(field), code }
}

/** Creates users one by one, each in a transaction of its own; a user who exists already is reported as known. */
export async function importUsers(
  deps: UserDeps,
  writer: UserWriter,
  users: readonly NewUser[],
): Promise<readonly ImportResult[]> {
  const results: ImportResult[] = []
  for (const user of users) {
    const made = await writing(deps, () =>
      inAccount(deps.database, writer.accountId, async (tx): Promise<Result<'known' | 'made', Failure>> => {
        if ((await readSeenEmails(tx, writer, [user.email])).has(user.email)) return succeed('known')
        const created = await createUser(tx, deps, writer, user)
        return created.ok ? succeed('made') : created
      }),
    )
    const state = made.ok ? made.value : 'refused'
    results.push({ email: user.email, state, faults: made.ok ? [] : [lineFault(made.error)] })
  }
  return results
}

async function readEntities(tx: Tx, scope: UsersScope): Promise<readonly NamedEntity[]> {
  return tx
    .selectFrom('organization')
    .select(['id', 'external_id as externalId', 'common_name as name', 'type'])
    .where('account_id', '=', scope.accountId)
    .where('status', '=', 'active')
    .where(isSeen(scope))
    .execute()
}

// Over all accounts, through the function of the sign-in: whose an address is stays unsaid.
async function readTaken(tx: Tx, emails: readonly string[]): Promise<ReadonlySet<string>> {
  if (emails.length === 0) return new Set()
  const { rows } = await sql<{ email: string }>`
    select email from unnest(${emails}::text[]) email where exists (select from auth_find_user(email))`.execute(tx)
  return new Set(rows.map(({ email }) => email))
}
