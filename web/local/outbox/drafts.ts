import type { EntityTable } from 'dexie'

/** Work that is not an action yet, as it is kept. */
export interface DraftRow {
  readonly key: string
  /** Whose work it is; empty where any user of the device may continue it. */
  readonly userId: string
  readonly itemId: string
  readonly changedAtMs: number
  readonly value: unknown
}

export type DraftTable = EntityTable<DraftRow, 'key'>

/** Which draft is meant. */
export type DraftName = Pick<DraftRow, 'key' | 'userId' | 'itemId'>

/** Names the draft of a compliance test, which is its operator's. */
export function testDraftOf(userId: string, itemId: string): DraftName {
  return { key: `${userId}|${itemId}`, userId, itemId }
}

/** Names the draft of a diagnosis, which any operator at the device goes on with. */
export function diagnosisDraftOf(itemId: string): DraftName {
  return { key: `${diagnosisPrefix}${itemId}`, userId: '', itemId }
}

const diagnosisPrefix = 'refurb-diagnosis:'

/** Work that is not an action yet, kept through the end of the browser; it never leaves the device. */
export interface Drafts {
  /** The value as it was stored, which its reader checks; null where there is none. */
  read(name: DraftName): Promise<unknown>
  write(name: DraftName, value: unknown, nowMs: number): Promise<void>
  drop(name: DraftName): Promise<void>
  /** Changes what is kept now, so that two who add to it lose nothing of each other's; `change` answers null to leave it. */
  update(name: DraftName, change: (value: unknown) => unknown, nowMs: number): Promise<void>
  /** Those of a user, the latest first. */
  ofUser(userId: string): Promise<DraftRow[]>
}

/** Creates the drafts over their table. They go with the photos that were taken for them: the photo store sweeps both. */
export function createDrafts(table: DraftTable): Drafts {
  return {
    read: async ({ key }) => (await table.get(key))?.value ?? null,
    write: async (name, value, nowMs) => void (await table.put({ ...name, changedAtMs: nowMs, value })),
    drop: ({ key }) => table.delete(key),
    update: (name, change, nowMs) =>
      table.db.transaction('rw', table, async () => {
        const value = change((await table.get(name.key))?.value ?? null)
        if (value !== null) await table.put({ ...name, changedAtMs: nowMs, value })
      }),
    ofUser: (userId) =>
      table.where('[userId+changedAtMs]').between([userId, -Infinity], [userId, Infinity]).reverse().toArray(),
  }
}

/** The same where a browser that refuses storage has no drafts, and work goes on without. */
export function withoutRefusals(drafts: Drafts): Drafts {
  return {
    read: (name) => drafts.read(name).catch(() => null),
    write: (name, value, nowMs) => drafts.write(name, value, nowMs).catch(() => undefined),
    drop: (name) => drafts.drop(name).catch(() => undefined),
    update: (name, change, nowMs) => drafts.update(name, change, nowMs).catch(() => undefined),
    ofUser: (userId) => drafts.ofUser(userId).catch(() => []),
  }
}
