import type { Transaction } from 'kysely'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import { readQuestionnaire } from '#api/db/questionnaire-queries.ts'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { hashToken, isToken } from '#api/http/token.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { comparedQuestions, proposalLines } from '#domain/quarantine/proposal-lines.ts'
import type { ProposalAnswer } from '#domain/quarantine/quarantine.ts'
import type { answerProposalCall } from '#sync/calls/proposal.ts'
import type * as z from 'zod'
import { lockProposal, writeAnswer, type FoundProposal } from './locked-proposal.ts'
import { paymentsOf } from './proposal-mail.ts'
import {
  findProposal,
  readProposalPhotos,
  readSharedComment,
  type ProposalRow,
  type ProposalScope,
} from './proposal-queries.ts'
import type { LockedItem } from './quarantined-item-queries.ts'
import type { QuarantineDeps } from './quarantine-deps.ts'

type CustomerProposal = z.input<typeof answerProposalCall.answer>

/** What a link shows: the proposal, and what was answered. */
export async function showProposal(
  deps: QuarantineDeps,
  token: string,
  address: string,
): Promise<Result<CustomerProposal, Failure>> {
  return withProposal(deps, token, address, async (tx, found) => succeed(await customerProposal(tx, found)))
}

/**
 * Takes the customer's answer, once: the same answer again is answered alike, another one is refused. The item changes
 * by the rules of the lifecycle's rows «customer accepts» and «customer declines».
 */
export async function answerProposal(
  deps: QuarantineDeps,
  token: string,
  address: string,
  answer: ProposalAnswer,
): Promise<Result<CustomerProposal, Failure>> {
  return withProposal(deps, token, address, async (tx, found) => {
    const { proposal, state } = found
    if (state === answer) return succeed(await customerProposal(tx, found))
    if (state === 'expired') return refuse('PROPOSAL_EXPIRED')
    if (state !== 'open') return refuse('PROPOSAL_CLOSED', { details: { state } })
    const at = deps.now()
    if (!(await writeAnswer(tx, found, { answer, at, isByDeadline: false })))
      return refuse('PROPOSAL_CLOSED', { details: { state: 'closed' } })
    const answered = { ...proposal, answer, answeredAt: at }
    return succeed(await customerProposal(tx, { ...found, proposal: answered, state: answer }))
  })
}

/** Whose photos a link shows: the account, and their ids; null for a link that names no proposal. */
export async function photosOfLink(
  database: Database,
  token: string,
): Promise<{ readonly accountId: string; readonly photoIds: readonly string[] } | null> {
  const scope = isToken(token, 'proposal') ? await findProposal(database, hashToken(token)) : null
  if (scope === null) return null
  const { accountId } = scope
  const photos = await inAccount(database, accountId, (tx) => readProposalPhotos(tx, scope), { readOnly: true })
  return { accountId, photoIds: photos.map(({ id }) => id) }
}

async function withProposal<T>(
  deps: QuarantineDeps,
  token: string,
  address: string,
  run: (tx: Transaction<Tables>, found: FoundProposal) => Promise<Result<T, Failure>>,
): Promise<Result<T, Failure>> {
  const waitSeconds = await deps.throttle.hit({ proposalByAddress: address })
  if (waitSeconds !== null) return refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
  const scope = isToken(token, 'proposal') ? await findProposal(deps.database, hashToken(token)) : null
  if (scope === null) return refuse('PROPOSAL_LINK_INVALID')
  return inAccount(deps.database, scope.accountId, async (tx) => {
    const found = await lockProposal(tx, scope, deps.now())
    return found === null ? refuse('PROPOSAL_LINK_INVALID') : run(tx, found)
  })
}

async function customerProposal(
  tx: Transaction<Tables>,
  { scope, item, proposal, state }: FoundProposal,
): Promise<CustomerProposal> {
  return {
    state,
    language: item.language,
    currency: item.currency,
    accountName: item.accountName,
    buybackCode: item.buybackCode,
    productName: item.productName,
    ...paymentsOf(item, proposal),
    ...(await reasonsOf(tx, scope, item, proposal)),
    expiresAt: (proposal.expiresAt ?? proposal.createdAt).toISOString(),
    answeredAt: proposal.answeredAt?.toISOString() ?? null,
    endsAs: proposal.endChoice,
    isByDeadline: proposal.isByDeadline,
  }
}

type Reasons = Pick<
  CustomerProposal,
  'declaredLines' | 'proposedLines' | 'questions' | 'photos' | 'photosComing' | 'comment'
>

/** Why the price is another one; a void proposal says nothing, for what was found since belongs to the next. */
async function reasonsOf(
  tx: Transaction<Tables>,
  scope: ProposalScope,
  { declaration, facts }: LockedItem,
  { voidedAt, priceCents }: ProposalRow,
): Promise<Reasons> {
  const control = facts?.control ?? null
  if (declaration === null || control === null || voidedAt !== null)
    return { declaredLines: [], proposedLines: [], questions: [], photos: [], photosComing: 0, comment: null }
  const { accountId } = scope
  const { questionnaireId: id } = declaration
  const questionnaire = id === null ? null : await readQuestionnaire(tx, { accountId, id })
  const { answers, grade, priceCents: declaredCents } = declaration
  const photos = await readProposalPhotos(tx, scope)
  return {
    declaredLines:
      declaredCents === null
        ? []
        : [...proposalLines(declaration, questionnaire, { answers, grade, priceCents: declaredCents })],
    proposedLines: [
      ...proposalLines(declaration, questionnaire, { answers: control.answers, grade: control.grade, priceCents }),
    ],
    questions: [...comparedQuestions(questionnaire, answers, control.answers)],
    photos: [...photos],
    photosComing: Math.max(0, (control.photos ?? []).length - photos.length),
    comment: control.opId === undefined ? null : await readSharedComment(tx, { accountId, opId: control.opId }),
  }
}
