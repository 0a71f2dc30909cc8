import type { Transaction } from 'kysely'
import { scopeOf } from '#api/db/buyback-scope.ts'
import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import {
  readBuybackDocuments,
  readDocumentBytes,
  type ListedDocumentRow,
  type BuybackScope,
} from '#api/documents/buyback-document-queries.ts'
import type { Session, Visitor } from '#api/http/caller.ts'
import type { ErrorCode } from '#api/http/error-status.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { route, type DeclaredRoute, type RequestInfo } from '#api/http/route.ts'
import { can } from '#domain/access/permission.ts'
import type { BuybackDocumentKind, BuybackDocumentState } from '#domain/document/buyback-document.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import * as calls from '#sync/calls/buyback-document.ts'
import type { BuybackDocumentsAnswer } from '#sync/calls/buyback-document.ts'
import { isInReach, isOfVisitor } from './reach-queries.ts'

/** What the routes of a buyback's papers are built from. */
export interface BuybackDocumentDeps {
  readonly database: Database
  /** The buyback that a private link names; null for a link that was changed or made up. */
  readonly readTrackingToken: (token: string) => BuybackScope | null
  /** Counts a link that opens nothing; answers how many seconds its address has to wait, null where it has not. */
  readonly guessed: (address: string) => Promise<number | null>
}

type Tx = Transaction<Tables>

/** Whether the caller may read the papers of a buyback; a refusal otherwise. */
type Admit = (tx: Tx) => Promise<Result<undefined, Failure>>

/** Papers of buybacks: for staff and the visitor who made them by id, for the customer by the private link. */
export function createBuybackDocumentRoutes(deps: BuybackDocumentDeps): readonly DeclaredRoute[] {
  const { database } = deps

  /** Runs for a buyback named by its id. */
  async function byId<T>(caller: Session | Visitor, buybackId: string, run: Run<T>): Promise<Result<T, Failure>> {
    const scope = { accountId: caller.accountId, buybackId }
    const admit = caller.kind === 'visitor' ? ofVisitor(scope, caller) : await ofStaff(database, scope, caller)
    return inAccount(database, scope.accountId, async (tx) => {
      const admitted = await admit(tx)
      return admitted.ok ? run(tx, scope) : admitted
    })
  }

  /** Runs for a buyback named by its private link. */
  async function byLink<T>(token: string, { address }: RequestInfo, run: Run<T>): Promise<Result<T, Failure>> {
    const scope = deps.readTrackingToken(token)
    if (scope === null) {
      const waitSeconds = await deps.guessed(address)
      return waitSeconds === null
        ? refuse('REQUEST_NOT_FOUND')
        : refuse('ACCESS_THROTTLED', { retryAfterSeconds: waitSeconds })
    }
    return inAccount(database, scope.accountId, (tx) => run(tx, scope))
  }

  return [
    route(
      {
        ...calls.listBuybackDocumentsCall,
        permission: 'visitor',
        summary: 'Papers of a buyback',
        refusals: ['ACCESS_PERMISSION_MISSING'],
      },
      async ({ caller, params }) => byId(caller, params.id, list),
    ),
    route(
      {
        ...calls.buybackDocumentCall,
        permission: 'visitor',
        summary: 'A paper of a buyback',
        refusals: ['ACCESS_PERMISSION_MISSING', 'DOCUMENT_NOT_READY', 'DOCUMENT_NOT_MADE', 'DOCUMENT_NOT_DUE'],
        fileTypes: ['application/pdf'],
      },
      async ({ caller, params }) => byId(caller, params.id, file(params.file)),
    ),
    route(
      {
        ...calls.shippingLabelCall,
        permission: 'visitor',
        summary: 'Shipping label; HEAD: whether it is ready',
        refusals: ['ACCESS_PERMISSION_MISSING', 'SHIPPING_LABEL_NOT_READY', 'SHIPPING_LABEL_NOT_DUE'],
        fileTypes: ['application/pdf'],
        headed: true,
      },
      async ({ caller, params }) => byId(caller, params.id, label),
    ),
    route(
      {
        ...calls.listTrackedDocumentsCall,
        permission: 'none',
        summary: 'Papers by the private link',
        refusals: ['ACCESS_THROTTLED'],
      },
      async ({ params, http }) => byLink(params.token, http, list),
    ),
    route(
      {
        ...calls.trackedDocumentCall,
        permission: 'none',
        summary: 'A paper by the private link',
        refusals: ['ACCESS_THROTTLED', 'DOCUMENT_NOT_READY', 'DOCUMENT_NOT_MADE', 'DOCUMENT_NOT_DUE'],
        fileTypes: ['application/pdf'],
      },
      async ({ params, http }) => byLink(params.token, http, file(params.file)),
    ),
    route(
      {
        ...calls.trackedShippingLabelCall,
        permission: 'none',
        summary: 'Shipping label by the private link; HEAD: whether it is ready',
        refusals: ['ACCESS_THROTTLED', 'SHIPPING_LABEL_NOT_READY', 'SHIPPING_LABEL_NOT_DUE'],
        fileTypes: ['application/pdf'],
        headed: true,
      },
      async ({ params, http }) => byLink(params.token, http, label),
    ),
  ]
}

type Run<T> = (tx: Tx, scope: BuybackScope) => Promise<Result<T, Failure>>

// What a user does not see does not exist; what is seen without the permission is refused as such.
async function ofStaff(database: Database, scope: BuybackScope, caller: Session): Promise<Admit> {
  const part = await scopeOf(database, caller)
  return async (tx) => {
    if (!(await isInReach(tx, scope, part))) return refuse('REQUEST_NOT_FOUND')
    return can(caller.permissions, 'buyback.documents') ? succeed(undefined) : refuse('ACCESS_PERMISSION_MISSING')
  }
}

function ofVisitor(scope: BuybackScope, { visitorId }: Visitor): Admit {
  return async (tx) => ((await isOfVisitor(tx, scope, visitorId)) ? succeed(undefined) : refuse('REQUEST_NOT_FOUND'))
}

async function list(tx: Tx, scope: BuybackScope): Promise<Result<BuybackDocumentsAnswer, Failure>> {
  const documents = await readBuybackDocuments(tx, scope)
  if (documents === null) return refuse('REQUEST_NOT_FOUND')
  return succeed({ documents: documents.map(documentAnswer) })
}

function documentAnswer({ kind, state, isDue, readyAt, unknownVariables }: ListedDocumentRow) {
  return { kind, state, isDue, readyAt: readyAt?.toISOString() ?? null, unknownVariables: [...unknownVariables] }
}

type Refusals = Readonly<Record<Exclude<BuybackDocumentState, 'ready'>, ErrorCode>>

const refusals: Refusals = { awaiting: 'DOCUMENT_NOT_READY', failed: 'DOCUMENT_NOT_MADE', none: 'DOCUMENT_NOT_DUE' }
// A label that could not be made counts as late, like one that is still to be made: an operator can start the next
// attempt.
const labelRefusals: Refusals = {
  awaiting: 'SHIPPING_LABEL_NOT_READY',
  failed: 'SHIPPING_LABEL_NOT_READY',
  none: 'SHIPPING_LABEL_NOT_DUE',
}

function file(kind: BuybackDocumentKind, codes: Refusals = refusals): Run<Response> {
  return async (tx, scope) => {
    const documents = await readBuybackDocuments(tx, scope)
    const found = documents?.find((one) => one.kind === kind)
    if (found === undefined) return refuse('REQUEST_NOT_FOUND')
    const bytes = found.state === 'ready' ? await readDocumentBytes(tx, scope, kind) : null
    if (bytes === null) return refuse(codes[found.state === 'ready' ? 'awaiting' : found.state])
    return succeed(pdfAnswer(bytes, kind))
  }
}

const label = file('shipping_label', labelRefusals)

function pdfAnswer(bytes: Buffer, kind: BuybackDocumentKind): Response {
  const name = `${kind.replaceAll('_', '-')}.pdf`
  return new Response(new Uint8Array(bytes), {
    headers: { 'content-type': 'application/pdf', 'content-disposition': `inline; filename="${name}"` },
  })
}
