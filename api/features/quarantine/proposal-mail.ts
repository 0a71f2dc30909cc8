import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { readQuestionnaire } from '#api/db/questionnaire-queries.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { isUnavailable } from '#api/http/unavailable.ts'
import { hashToken, newToken } from '#api/http/token.ts'
import { queueMail } from '#api/mail/mail-queries.ts'
import { mailTexts } from '#api/mail/mail-texts.ts'
import { renderMail, type MailLine } from '#api/mail/render-mail.ts'
import { comparedQuestions } from '#domain/quarantine/proposal-lines.ts'
import { validatedAt } from '#domain/compliance/compliance.ts'
import { siteOrigin } from '#domain/organization/site-address.ts'
import { awaitsAnswer, proposalLifetimeMs } from '#domain/quarantine/proposal.ts'
import { lockItem, type LockedItem } from './quarantined-item-queries.ts'
import {
  dueProposals,
  dueReminders,
  giveToken,
  noteMailProblem,
  noteReminder,
  postponeMail,
  readProposal,
  type ProposalRow,
  type ProposalScope,
} from './proposal-queries.ts'
import type { ProposalMailDeps } from './quarantine-deps.ts'

/** Proposals taken in one round. */
const batch = 50
/** After so many attempts that the database gave up, people are told. */
const attemptLimit = 12
const longestWaitSeconds = 600

/**
 * Builds the effect that follows a test with a lower price: it mails the proposals that the database holds without a
 * mail, each in a transaction of its own, and answers how many it mailed. Any number of processes may run it.
 */
export function createProposalMails(
  deps: ProposalMailDeps & { readonly log: { warn(facts: object, message: string): void } },
): () => Promise<number> {
  return async () => {
    let mailed = 0
    for (const scope of await dueProposals(deps.database, batch)) {
      try {
        if (await inAccount(deps.database, scope.accountId, (tx) => mailProposal(tx, deps, scope))) mailed += 1
      } catch (error) {
        const reason = error instanceof Error ? error.name : typeof error
        deps.log.warn({ proposalId: scope.id, reason }, 'proposal not mailed')
        await noteFailure(deps.database, scope, error)
      }
    }
    if (mailed > 0) deps.mailQueued()
    return mailed
  }
}

// What the database could not do now may pass, or come again with this very proposal: it is tried for about an hour.
async function noteFailure(database: Database, scope: ProposalScope, failure: unknown): Promise<void> {
  try {
    await inAccount(database, scope.accountId, (tx) =>
      isUnavailable(failure)
        ? postponeMail(tx, scope, { attemptLimit, longestWaitSeconds })
        : noteMailProblem(tx, scope, 'failed'),
    )
  } catch (error) {
    // The others of the round need not wait for it.
    if (!isUnavailable(error)) throw error
  }
}

/** Makes the mail of a proposal, and with it its link; false where there is nobody to write to or nothing to answer. */
export async function mailProposal(
  tx: Transaction<Tables>,
  deps: Pick<ProposalMailDeps, 'now' | 'publicUrl'>,
  scope: ProposalScope,
): Promise<boolean> {
  const found = await readProposal(tx, scope)
  const item = found === null ? null : await lockItem(tx, { accountId: scope.accountId, itemId: found.itemId })
  // Read again under the lock: another process may have been faster.
  const proposal = await readProposal(tx, scope)
  if (item === null || proposal === null || proposal.expiresAt !== null || proposal.voidedAt !== null) return false
  if (!awaitsAnswer(item.status, item.buybackStatus)) return false
  if (item.email === null || item.declaration === null) {
    await noteMailProblem(tx, scope, item.email === null ? 'no_address' : 'failed')
    return false
  }
  const now = deps.now()
  const token = newToken('proposal')
  const expiresAt = new Date(now.getTime() + proposalLifetimeMs)
  const endChoice = await giveToken(tx, scope, { hash: hashToken(token), expiresAt })
  const announced = { ...proposal, endChoice }
  await queueProposal(tx, deps, {
    scope,
    item,
    proposal: announced,
    expiresAt,
    token,
    kind: 'price_proposal',
    turn: '',
  })
  return true
}

/** Mails reminders of the proposals that wait for their answer, a week and two days before the end of their time. */
export function createProposalReminders(
  deps: ProposalMailDeps & { readonly log: { warn(facts: object, message: string): void } },
): () => Promise<number> {
  return async () => {
    let mailed = 0
    for (const scope of await dueReminders(deps.database, deps.now(), batch)) {
      try {
        if (await inAccount(deps.database, scope.accountId, (tx) => mailReminder(tx, deps, scope))) mailed += 1
      } catch (error) {
        // The next round tries it again.
        const reason = error instanceof Error ? error.name : typeof error
        deps.log.warn({ proposalId: scope.id, reason }, 'reminder not mailed')
      }
    }
    if (mailed > 0) deps.mailQueued()
    return mailed
  }
}

/** Makes the next reminder of a proposal; false where it waits for no answer any more. */
export async function mailReminder(
  tx: Transaction<Tables>,
  deps: Pick<ProposalMailDeps, 'now' | 'publicUrl'>,
  scope: ProposalScope,
): Promise<boolean> {
  const found = await readProposal(tx, scope)
  const item = found === null ? null : await lockItem(tx, { accountId: scope.accountId, itemId: found.itemId })
  const proposal = await readProposal(tx, scope)
  const token = newToken('proposal')
  const given = { hash: hashToken(token), now: deps.now() }
  const turn = proposal === null ? null : await noteReminder(tx, scope, { ...given, before: proposal.reminders })
  if (item === null || proposal === null || turn === null) return false
  const { expiresAt } = proposal
  const isOpen = proposal.answer === null && proposal.voidedAt === null && awaitsAnswer(item.status, item.buybackStatus)
  if (!isOpen || expiresAt === null || item.email === null) return false
  await queueProposal(tx, deps, {
    scope,
    item,
    proposal,
    expiresAt,
    token,
    kind: 'proposal_reminder',
    turn: `:${turn}`,
  })
  return true
}

async function queueProposal(
  tx: Transaction<Tables>,
  deps: Pick<ProposalMailDeps, 'now' | 'publicUrl'>,
  mail: {
    readonly scope: ProposalScope
    readonly item: LockedItem
    readonly proposal: ProposalRow
    readonly expiresAt: Date
    readonly token: string
    readonly kind: 'price_proposal' | 'proposal_reminder'
    /** Which mail of its kind it is, where there are several. */
    readonly turn: string
  },
): Promise<void> {
  const { scope, item, proposal, expiresAt, token, kind, turn } = mail
  const now = deps.now()
  const { firstName, accountName, mainColor, language } = item
  const link = `${siteOrigin(item.site, deps.publicUrl)}/buyback/${item.buybackId}/accept?token=${token}`
  const end = mailTexts[language][kind].ends?.[proposal.endChoice] ?? ''
  const facts = { ...factsOf(item, proposal, expiresAt), end }
  const rendered = renderMail(kind, language, {
    firstName: firstName ?? '',
    accountName,
    mainColor,
    link,
    facts,
    lines: await differences(tx, scope, item),
  })
  const dedupeKey = `${kind}:${proposal.id}${turn}`
  const { accountId } = scope
  await queueMail(tx, {
    ...rendered,
    accountId,
    kind,
    dedupeKey,
    recipient: item.email ?? '',
    language,
    now,
    buybackIds: [item.buybackId],
  })
}

/** What was found otherwise than declared, one line a question, by the questions of the declaration's day. */
async function differences(
  tx: Transaction<Tables>,
  { accountId }: ProposalScope,
  { declaration, facts }: LockedItem,
): Promise<readonly MailLine[]> {
  const id = declaration?.questionnaireId ?? null
  const questionnaire = id === null ? null : await readQuestionnaire(tx, { accountId, id })
  const compared = comparedQuestions(questionnaire, declaration?.answers ?? null, facts?.control?.answers ?? null)
  return compared
    .filter(({ declaredAnswer, foundAnswer }) => foundAnswer !== null && foundAnswer !== declaredAnswer)
    .map(({ title, declaredAnswer, foundAnswer }) => ({
      label: title,
      value: `${declaredAnswer ?? '–'} → ${foundAnswer ?? '–'}`,
      link: null,
    }))
}

/** What the customer would be paid for the declared condition and for the one found; null where none was declared. */
export function paymentsOf(
  { declaration }: Pick<LockedItem, 'declaration'>,
  { priceCents }: Pick<ProposalRow, 'priceCents'>,
): { readonly declaredCents: number | null; readonly proposedCents: number } {
  if (declaration === null) return { declaredCents: null, proposedCents: priceCents }
  const payment = (price: number): number => validatedAt(declaration, declaration.grade, price).paymentCents
  return {
    declaredCents: declaration.priceCents === null ? null : payment(declaration.priceCents),
    proposedCents: payment(priceCents),
  }
}

function factsOf(item: LockedItem, proposal: ProposalRow, expiresAt: Date): Readonly<Record<string, string>> {
  const { language, currency, timeZone } = item
  const money = new Intl.NumberFormat(language, { style: 'currency', currency })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone })
  const { declaredCents, proposedCents } = paymentsOf(item, proposal)
  return {
    code: item.buybackCode,
    product: item.productName,
    declared: money.format((declaredCents ?? 0) / 100),
    proposed: money.format(proposedCents / 100),
    deadline: day.format(expiresAt),
  }
}
