import type { Logger } from 'pino'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { writtenHead } from '#api/db/register-head.ts'
import type { Clock } from '#api/http/clock.ts'
import { queueMail } from '#api/mail/mail-queries.ts'
import { renderMail } from '#api/mail/render-mail.ts'
import { headsDue, readMailedAccount } from './head-queries.ts'

/** What mailing the heads of registers is built from. */
export interface HeadMailDeps {
  readonly database: Database
  readonly now: Clock
  readonly log: Pick<Logger, 'warn'>
  readonly mailQueued: () => void
  /** Who keeps them, outside of the database's reach. */
  readonly witness: string
}

/**
 * Builds the task that mails the head of every register that has grown, once for each day that is over: a chain
 * that is rewritten in the database differs from what was mailed. Any number of processes may run it.
 */
export function createHeadMails({ database, now, log, mailQueued, witness }: HeadMailDeps): () => Promise<number> {
  return async () => {
    const due = await headsDue(database, now())
    for (const head of due) {
      const { accountId, day, number } = head
      try {
        await inAccount(database, accountId, async (tx) => {
          const { name, language, mainColor } = await readMailedAccount(tx, accountId)
          const rendered = renderMail('register_head', language, {
            firstName: '',
            accountName: name,
            mainColor,
            link: null,
            facts: { day, number, head: writtenHead(head) },
          })
          const dedupeKey = `register_head:${day}`
          const mail = { ...rendered, accountId, kind: 'register_head', dedupeKey, recipient: witness } as const
          await queueMail(tx, { ...mail, language, now: now() })
        })
      } catch (error) {
        // The others of the round need not wait for it; the next round finds it again.
        log.warn({ accountId, reason: error instanceof Error ? error.name : typeof error }, 'head not mailed')
      }
    }
    if (due.length > 0) mailQueued()
    return due.length
  }
}
