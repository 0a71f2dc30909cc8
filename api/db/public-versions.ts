import type { Database } from './database.ts'

/** Under which changes stand that concern all accounts: which of them answers a host. */
export const allAccounts = '00000000-0000-0000-0000-000000000000'

/** Tells what the public site shows of an account by a number that no other state of it has in this process. */
export interface PublicVersions {
  /** The current version: it includes everything that was committed before the call. */
  of(accountId: string): Promise<number>
}

interface Known {
  readonly version: number
  /** The snapshot of the last question, as the database writes it. */
  readonly since: string
}

const mostAccounts = 10_000

/**
 * Asks the change log. Only one question is on its way at a time, and it asks for all who came before it left; who
 * comes while it is under way waits for the next, for its answer may be older than what they must see.
 */
export function createPublicVersions({ readPool }: Pick<Database, 'readPool'>): PublicVersions {
  const known = new Map<string, Known>()
  let latest = 0
  let next: Map<string, PromiseWithResolvers<number>> | null = null
  let isAsking = false

  async function ask(asked: Map<string, PromiseWithResolvers<number>>): Promise<void> {
    const accounts = [...asked.keys()]
    const { rows } = await readPool.query<{ now: string; changed: readonly string[] }>({
      name: 'public-changes',
      text: 'select now, changed from public_changes($1::uuid[], $2::text[])',
      values: [accounts, accounts.map((id) => known.get(id)?.since ?? null)],
    })
    const { now, changed } = rows[0]!
    if (known.size + accounts.length > mostAccounts) known.clear()
    for (const [id, { resolve }] of asked) {
      const present = changed.includes(id) ? undefined : known.get(id)
      const version = present?.version ?? ++latest
      known.set(id, { version, since: now })
      resolve(version)
    }
  }

  async function askWhileAsked(): Promise<void> {
    isAsking = true
    for (let asked = next; asked !== null; asked = next) {
      next = null
      await ask(asked).catch((error: unknown) => {
        for (const { reject } of asked!.values()) reject(error)
      })
    }
    isAsking = false
  }

  return {
    of: (accountId) => {
      next ??= new Map()
      const asked = next.get(accountId) ?? Promise.withResolvers<number>()
      next.set(accountId, asked)
      if (!isAsking) void askWhileAsked()
      return asked.promise
    },
  }
}
