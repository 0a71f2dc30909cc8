import type { Logger } from 'pino'
import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import type { MailTransport } from '#api/adapters/mail/mail-transport.ts'
import { isPermanentRefusal } from '#api/adapters/mail/smtp-mail.ts'
import type { Clock } from '#api/http/clock.ts'
import { claimMail, markMailFailed, markMailSent, type ClaimedMail } from '#api/mail/mail-queries.ts'

/** What delivering mails needs. */
export interface MailRunnerDeps {
  readonly database: Database
  readonly transport: MailTransport
  readonly log: Logger
  readonly now: Clock
  /** Domain of the message ids. */
  readonly messageDomain: string
}

/** Delivers queued mails in the background. */
export interface MailRunner {
  /** Says that new mail waits; delivery starts at once. */
  nudge(): void
  start(): void
  /** Stops taking mails, and ends once the one in hand is done. */
  stop(): Promise<void>
  /** Delivers what is due now; answers how many mails were tried. */
  runOnce(): Promise<number>
}

const pollMs = 5_000
/** Mails of one run. */
const batch = 10
/** Longer than any delivery may take, so that a lease runs out only under a runner that has died. */
const leaseSeconds = 180
/**
 * What may pass is waited out: no mail is given up before so many attempts, nor before it is three days old. A server
 * that is away, a login that has expired or a sender that is refused holds up every mail, and is mended by somebody who
 * has to hear of it first; a recipient's server that is full or greets nobody yet may take as long.
 */
const leastAttempts = 8
const leastAgeMs = 3 * 24 * 3_600_000

/** Waits between attempts: half a minute, doubling up to an hour. */
function waitMs(attempts: number): number {
  return Math.min(30_000 * 2 ** (attempts - 1), 3_600_000)
}

/**
 * Creates a runner; any number of them share one database. Every attempt of a mail carries the same message id, made
 * from its row, so that even a runner that dies between delivery and note leaves a repetition that mail systems drop.
 */
export function createMailRunner(deps: MailRunnerDeps): MailRunner {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let stopped = false
  let again = false

  async function runOnce(): Promise<number> {
    let tried = 0
    // One at a time: a mail that waits behind a slow delivery would outlast its lease, and go out twice.
    while (tried < batch && !stopped) {
      const mail = await claimMail(deps.database, leaseSeconds)
      if (mail === null) break
      tried += 1
      await deliver(deps, mail)
    }
    return tried
  }

  async function drain(): Promise<void> {
    do {
      again = false
      while (!stopped && (await runOnce()) > 0);
    } while (again && !stopped)
  }

  function nudge(): void {
    again = true
    if (stopped || running !== null) return
    running = drain()
      .catch((error: unknown) => deps.log.warn({ reason: reasonOf(error) }, 'mail runner interrupted'))
      .finally(() => {
        running = null
      })
  }

  return {
    nudge,
    runOnce,
    start: () => {
      timer = setInterval(nudge, pollMs)
      timer.unref()
      nudge()
    },
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

async function deliver(deps: MailRunnerDeps, mail: ClaimedMail): Promise<void> {
  const scope = { accountId: mail.account_id, id: mail.id }
  try {
    await deps.transport.send({
      messageId: `<${mail.id}@${deps.messageDomain}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html ?? '',
    })
  } catch (error) {
    const { attempts } = mail
    const isForGood = isPermanentRefusal(error)
    const nowMs = deps.now().getTime()
    const reason = reasonOf(error)
    const failure = {
      error: reason,
      nextAttemptAt: isForGood ? null : new Date(nowMs + waitMs(attempts)),
      givenUpBefore: attempts < leastAttempts ? null : new Date(nowMs - leastAgeMs),
    }
    await inAccount(deps.database, scope.accountId, (tx) => markMailFailed(tx, { ...scope, attempts }, failure))
    deps.log.warn({ mailId: mail.id, attempts, isForGood, reason }, 'mail not delivered')
    return
  }
  await inAccount(deps.database, scope.accountId, (tx) => markMailSent(tx, scope, deps.now()))
  deps.log.info({ mailId: mail.id, attempts: mail.attempts }, 'mail delivered')
}

/** The kind of an error; its message may quote an address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  const response = 'responseCode' in error && typeof error.responseCode === 'number' ? ` ${error.responseCode}` : ''
  return `${error.name}${code}${response}`
}
