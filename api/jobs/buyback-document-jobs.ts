import type { Logger } from 'pino'
import { inAccount } from '#api/db/in-account.ts'
import type { SecretSealer } from '#api/db/customer-secrets.ts'
import type { Database } from '#api/db/database.ts'
import { lockBuybackAlone } from '#api/db/lock-buybacks.ts'
import {
  claimBuybackDocuments,
  keepDocument,
  noteLabelReady,
  postponeDocument,
  type ClaimedDocument,
} from '#api/documents/buyback-document-queries.ts'
import { layOutDocument } from '#api/documents/make-buyback-document.ts'
import { sheetPdf } from '#api/documents/sheet-pdf.ts'
import type { Clock } from '#api/http/clock.ts'
import { queueLabelMail, type BuybackMailDeps } from '#api/mail/buyback-mails.ts'

/** What making the papers of buybacks is built from. */
export interface BuybackDocumentDeps {
  readonly database: Database
  /** Opens what customers signed with. */
  readonly vault: SecretSealer
  readonly now: Clock
  readonly log: Pick<Logger, 'warn'>
  readonly trackingLink: BuybackMailDeps['trackingLink']
  /** Called after the commit that queued a mail. */
  readonly mailQueued: () => void
}

/** Papers taken at once. */
const batch = 10
/** Longer than any paper takes, so that a lease runs out only under a runner that has died. */
const leaseSeconds = 120
const attemptLimit = 5

/** Waits between attempts: five seconds, then three times as long each. */
function waitMs(attempts: number): number {
  return 5_000 * 3 ** (attempts - 1)
}

/**
 * Creates the job that makes the papers which transactions have asked for; it returns how many it made. Any number of
 * processes may run it: a paper is kept once, with its mail, by the process that took it last.
 */
export function createBuybackDocuments(deps: BuybackDocumentDeps): () => Promise<number> {
  return async () => {
    let made = 0
    for (;;) {
      const claimed = await claimBuybackDocuments(deps.database, batch, leaseSeconds)
      for (const one of claimed) if (await make(deps, one)) made += 1
      if (claimed.length < batch) return made
    }
  }
}

async function make(deps: BuybackDocumentDeps, claimed: ClaimedDocument): Promise<boolean> {
  const { database, now } = deps
  const { accountId, id, kind, attempts } = claimed
  try {
    const laidOut = await inAccount(database, accountId, (tx) => layOutDocument(tx, deps.vault, claimed))
    if (laidOut === null) {
      await inAccount(database, accountId, (tx) => keepDocument(tx, claimed, { state: 'none' }))
      return false
    }
    const { sheet, unknownVariables } = laidOut
    if (unknownVariables.length > 0)
      deps.log.warn({ documentId: id, unknownVariables }, 'terms of a transfer order name what is no variable')
    // No transaction is open while the pages are written.
    const bytes = Buffer.from(await sheetPdf(sheet, now()))
    const kept = await inAccount(database, accountId, async (tx) => {
      if (kind === 'shipping_label') await lockBuybackAlone(tx, claimed)
      if (!(await keepDocument(tx, claimed, { state: 'ready', bytes, at: now(), unknownVariables }))) return 'late'
      if (kind !== 'shipping_label') return 'quiet'
      await noteLabelReady(tx, claimed)
      return (await queueLabelMail(tx, deps, claimed)) ? 'mailed' : 'quiet'
    })
    if (kept === 'mailed') deps.mailQueued()
    return kept !== 'late'
  } catch (error) {
    const isLast = attempts >= attemptLimit
    const reason = error instanceof Error ? error.name : typeof error
    deps.log.warn({ documentId: id, kind, attempts, isLast, reason }, 'paper of a buyback not made')
    const nextAt = new Date(now().getTime() + waitMs(attempts))
    await inAccount(database, accountId, async (tx) => {
      if (isLast) await keepDocument(tx, claimed, { state: 'failed' })
      else await postponeDocument(tx, claimed, nextAt)
    })
    return false
  }
}
