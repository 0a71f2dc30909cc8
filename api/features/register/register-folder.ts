import { buffer } from 'node:stream/consumers'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Transaction } from 'kysely'
import type { SizeCache } from '#api/adapters/sftp/size-cache.ts'
import type { SharedFile, SharedFolder } from '#api/adapters/sftp/shared-folder.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { registerCsvOf } from '#api/documents/register-csv.ts'
import type { DayHead } from '#api/db/register-head.ts'
import { headsFile, readHeads } from './head-queries.ts'
import { readHeading, type Heading } from './heading-queries.ts'
import { readMonths, readRegister, type RegisterMonth } from './register-queries.ts'
import type { RegisterDeps } from './register-routes.ts'

const steady = { isolation: 'repeatable read', readOnly: true } as const
const linesOfPart = 2_000

/** The register of purchases by month, as the office's CSV of those days is in the account's own language. */
export function createRegisterFolder(deps: RegisterDeps, sizes: SizeCache): (accountId: string) => SharedFolder {
  const within = <T>(accountId: string, run: (tx: Transaction<Tables>) => Promise<T>) =>
    inAccount(deps.database, accountId, run, steady)
  return (accountId) => ({
    name: 'purchase-register',
    list: () =>
      within(accountId, async (tx) => {
        const heading = await readHeading(tx, { accountId, userId: null })
        const files: SharedFile[] = []
        for (const month of await readMonths(tx, accountId)) {
          const make = () => csvOf(tx, deps, accountId, month, heading)
          const sizeBytes = await sizes.of(keyOf(accountId, month, heading), make)
          if (sizeBytes !== null) files.push({ name: fileName(month), sizeBytes, modifiedAt: month.lastAt })
        }
        if (files.length === 0) return files
        return [...files, headsOf(await readHeads(tx, accountId))]
      }),
    read: (name) =>
      within(accountId, async (tx) => {
        if (name === headsName) {
          const heads = await readHeads(tx, accountId)
          return heads.length === 0 ? null : { ...headsOf(heads), bytes: headsFile(heads) }
        }
        const month = (await readMonths(tx, accountId)).find((each) => fileName(each) === name)
        if (month === undefined) return null
        const heading = await readHeading(tx, { accountId, userId: null })
        const bytes = await csvOf(tx, deps, accountId, month, heading)
        sizes.note(keyOf(accountId, month, heading), bytes)
        return { name, sizeBytes: bytes.length, modifiedAt: month.lastAt, bytes }
      }),
  })
}

/** The last line of each day, for machines that keep it where nobody of the database reaches. */
const headsName = 'register-heads.csv'

function headsOf(heads: readonly DayHead[]): SharedFile {
  const modifiedAt = new Date(`${heads.at(-1)?.day ?? '1970-01-01'}T00:00:00Z`)
  return { name: headsName, sizeBytes: headsFile(heads).length, modifiedAt }
}

function fileName({ month }: RegisterMonth): string {
  return `register-${month}.csv`
}

// Lines are added and never changed, so that their count says what they are.
function keyOf(accountId: string, { month, count }: RegisterMonth, { language, timeZone }: Heading): string {
  return `register ${accountId} ${month} ${count} ${language} ${timeZone}`
}

async function csvOf(
  tx: Transaction<Tables>,
  deps: RegisterDeps,
  accountId: string,
  { from, to, count }: RegisterMonth,
  heading: Heading,
): Promise<Buffer> {
  const parts = async function* () {
    for (let offset = 0; offset < count; offset += linesOfPart)
      yield await readRegister(
        tx,
        deps.vault,
        { accountId, from, to },
        { limit: linesOfPart, offset, descending: false },
      )
  }
  return buffer(registerCsvOf(parts(), heading) as NodeReadableStream<Uint8Array>)
}
