import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { currentRequest } from '#api/db/request-context.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Database } from '#api/db/database.ts'
import type { MailTransport } from '#api/adapters/mail/mail-transport.ts'
import { isPermanentRefusal, mailLanes } from '#api/adapters/mail/smtp-mail.ts'
import type { Clock } from '#api/http/clock.ts'
import { claimMail, keepMail, markMailFailed, markMailSent, type ClaimedMail } from '#api/mail/mail-queries.ts'

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
  /** Stops taking mails, and ends once those in hand are done, or after some seconds. */
  stop(): Promise<void>
  /** Delivers what is due now, and ends once nothing is in hand; answers how many mails were tried. */
  runOnce(): Promise<number>
}

const pollMs = 5_000
/** A lease runs out only under a runner that has died: the runner that works on a mail renews it. */
const leaseSeconds = 180
const renewalMs = 60_000
const longestStopMs = 8_000
/**
 * Temporary failures are waited out: no mail is given up before this many attempts, nor before it is three days old. A
 * server that is away, a login that has expired or a sender that is refused holds up every mail until an administrator,
 * who has to hear of it first, fixes it; a recipient's server that is full or sends no greeting yet may take as long.
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
  let stopped = false
  let tried = 0
  /** Counts what may have queued a mail, so that a lane that found none knows whether to look again. */
  let calls = 0
  const lanes = new Set<Promise<void>>()

  // Each takes the next mail once it is done with one, so that none waits behind a slow delivery, nor outlasts its lease.
  async function work(): Promise<void> {
    while (!stopped) {
      const asked = calls
      const mail = await claimMail(deps.database, leaseSeconds)
      if (mail === null && asked === calls) return
      if (mail === null) continue
      tried += 1
      openLane()
      await deliver(deps, mail)
    }
  }

  /** Opens one more lane if there is room; it opens the next one once it has found a mail. */
  function openLane(): void {
    if (stopped || lanes.size >= mailLanes) return
    // Delivery is no part of the call that has queued a mail, and goes on whatever becomes of that.
    const lane: Promise<void> = currentRequest
      .exit(work)
      .catch((error: unknown) => deps.log.warn({ reason: reasonOf(error) }, 'mail runner interrupted'))
      .finally(() => lanes.delete(lane))
    lanes.add(lane)
  }

  function nudge(): void {
    calls += 1
    openLane()
  }

  async function atRest(): Promise<void> {
    while (lanes.size > 0) await Promise.all(lanes)
  }

  async function runOnce(): Promise<number> {
    const before = tried
    nudge()
    await atRest()
    return tried - before
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
      // A server may take minutes to answer; the process is not kept alive for it.
      await Promise.race([atRest(), wait(longestStopMs, undefined, { ref: false })])
    },
  }
}

async function deliver(deps: MailRunnerDeps, mail: ClaimedMail): Promise<void> {
  const scope = { accountId: mail.account_id, id: mail.id }
  const renewal = setInterval(() => {
    const kept = inAccount(deps.database, scope.accountId, (tx) =>
      keepMail(tx, { ...scope, attempts: mail.attempts }, leaseSeconds),
    )
    kept.catch((error: unknown) =>
      deps.log.warn({ mailId: mail.id, reason: reasonOf(error) }, 'mail lease not renewed'),
    )
  }, renewalMs)
  try {
    await deps.transport.send({
      messageId: `<${mail.id}@${deps.messageDomain}>`,
      to: mail.recipient,
      subject: mail.subject,
      text: mail.body_text,
      html: mail.body_html ?? '',
      ...(mail.reply_to === null ? {} : { replyTo: mail.reply_to }),
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
  } finally {
    clearInterval(renewal)
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
