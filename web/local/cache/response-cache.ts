import type { Dexie, EntityTable } from 'dexie'
import { openDexie } from '#web/local/device/open-dexie.ts'
import type { StoragePorts } from '#web/local/engine/ports.ts'

/** Name of the database of answers that are kept beside the copy; it holds nothing that the server has not. */
export const keptDatabaseName = 'reprise-kept'
/** What nobody has asked for again for so long is forgotten. */
const retentionMs = 30 * 86_400_000

/** The server's last answer to one question, for one user. */
export interface KeptAnswer {
  readonly key: string
  /** Unix milliseconds of this device's clock. */
  readonly readAtMs: number
  readonly value: unknown
}

/** Answers of the server that are kept for reading offline, by question and user. */
export type ResponseCache = ReturnType<typeof createResponseCache>

/** Opens the store; failures of the storage are thrown. */
export function createResponseCache(ports: Pick<StoragePorts, 'indexedDB' | 'IDBKeyRange'>) {
  const database = openDexie(keptDatabaseName, ports) as Dexie & { answers: EntityTable<KeptAnswer, 'key'> }
  database.version(1).stores({ answers: 'key, readAtMs' })
  return {
    async read(key: string): Promise<KeptAnswer | null> {
      return (await database.answers.get(key)) ?? null
    },

    /**
     * Replaces the former answer, and deletes the answers that were kept too long ago, as of users who no longer come.
     */
    keep: (answer: KeptAnswer): Promise<void> =>
      database.transaction('rw', database.answers, async () => {
        await database.answers
          .where('readAtMs')
          .below(answer.readAtMs - retentionMs)
          .delete()
        await database.answers.put(answer)
      }),

    close: (): void => database.close(),
  }
}
