import type { DeviceError } from '#sync/replica/device-errors.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import type { Author, GrantRow, OpRow, OutboxDatabase } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'

/** A refusal whose only ground is unsent work on this device of another user, who is signed out. */
export const inSignedOutWork = 'ITEM_IN_SEALED_WORK' satisfies DeviceError

/** Of earlier operations, those of signed-out others under the keys of a new one. */
export async function signedOutAmong(
  open: OutboxDatabase,
  earlier: readonly OpRow[],
  keys: readonly string[],
  { userId }: Author,
): Promise<readonly OpRow[]> {
  const asked = new Set(keys)
  const others = earlier.filter(
    (row) => row.state === 'pending' && row.author.userId !== userId && row.lanes.some((lane) => asked.has(lane)),
  )
  // Mostly there are none, and asking is a trip to the storage.
  if (others.length === 0) return others
  const live = queuesOf((await open.grants.toArray()).filter(({ refused }) => !refused))
  return others.filter(({ queue }) => !live.has(queue))
}

/** Whose signed-out work is among operations, the last one's; null where none of them is of a signed-out user. */
export async function signedOutNameIn(
  outbox: Outbox,
  rows: readonly OpRow[],
  userId: string | undefined,
): Promise<string | null> {
  const others = rows.filter(({ state, author }) => state === 'pending' && author.userId !== userId)
  if (others.length === 0) return null
  const live = queuesOf(await outbox.liveGrants())
  return others.findLast(({ queue }) => !live.has(queue))?.author.name ?? null
}

/** Unsent work of a user who has signed out, or who has left the client that it is of. */
export interface SignedOutProducts {
  readonly userId: string
  readonly accountId: string
  /** Empty where it is encrypted too, as what a restore asks for again is until its author is back. */
  readonly name: string
  /** The client, of an administrator of the platform. */
  readonly client: string | null
  /** Actions that wait. */
  readonly count: number
  /** The codes that they name, each once, in the order of capture. */
  readonly codes: readonly string[]
}

/** Whether work of an author belongs to a user in the account that the user works in. */
export function isOwnWork(author: Author, user: Author | null): boolean {
  return author.userId === user?.userId && author.accountId === user.accountId
}

/** Signed-out work by person and client, as a user sees it whose own work is none of it. */
export async function readSignedOutWork(outbox: Outbox, user: Author | null): Promise<readonly SignedOutProducts[]> {
  const [rows, grants] = await Promise.all([outbox.inState('pending'), outbox.liveGrants()])
  const live = queuesOf(grants)
  const signedOut = rows.filter(({ queue, author }) => !isOwnWork(author, user) && !live.has(queue))
  return [...Map.groupBy(signedOut, ({ author }) => `${author.userId} ${author.accountId}`).values()].map((each) => ({
    userId: each[0]!.author.userId,
    accountId: each[0]!.author.accountId,
    name: each[0]!.author.name,
    client: each[0]!.author.client ?? null,
    count: each.length,
    codes: [...new Set(each.flatMap(({ op }) => codeIn(newestArgs(op))))],
  }))
}

function queuesOf(grants: readonly GrantRow[]): ReadonlySet<string> {
  return new Set(grants.map(({ queue }) => queue))
}

function codeIn({ code }: Readonly<Record<string, unknown>>): readonly string[] {
  return typeof code === 'string' ? [code] : []
}
