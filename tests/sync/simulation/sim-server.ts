import type pg from 'pg'
import { newId } from '#api/db/new-id.ts'
import { errorAnswer } from '#api/http/error-answer.ts'
import type { Failure } from '#api/http/failure.ts'
import { createDrawBlock } from '#api/sync/number-blocks.ts'
import type { PullIdentity } from '#api/sync/scope.ts'
import type { PushIdentity } from '#api/sync/push-envelope.ts'
import { createPull, pullSteps, type PullSteps } from '#api/sync/pull.ts'
import { createPush, pushSteps, type PushSteps } from '#api/sync/push.ts'
import { createAudit, createSnapshot } from '#api/sync/snapshot.ts'
import type { SyncDeps } from '#api/sync/sync-deps.ts'
import type { NumberBlock } from '#domain/expedition/package-number.ts'
import { snapshotPagesType } from '#sync/wire/snapshot-pages.ts'

/** Who stands behind a request: what the API finds out from a grant or a session. */
export interface SimCaller {
  readonly grant: PushIdentity | null
  readonly session: PullIdentity | null
}

/** The server half as a function from request to answer, over whichever database is in place. */
export interface SimServer {
  answer(path: string, body: string, caller: SimCaller, accept: string): Promise<Response>
  /** Every block of package numbers that was ever given out, also those that a restore has lost. */
  readonly drawn: readonly NumberBlock[]
  /** Points the server at another database: what a restore does. */
  use(pool: pg.Pool): void
  readonly pool: () => pg.Pool
  /** Errors that the server logged, for reports. */
  readonly logged: readonly string[]
}

/** Steps of the server, replaced where a defect is planted. */
export interface SimServerSteps {
  readonly push?: Partial<PushSteps>
  readonly pull?: Partial<PullSteps>
  readonly wrapDraw?: (draw: ReturnType<typeof createDrawBlock>) => ReturnType<typeof createDrawBlock>
  /** Wraps a decided push, for defects of the transaction around it. */
  readonly aroundPush?: (run: () => Promise<Response>, path: string) => Promise<Response>
}

/** Creates the server over a pool of the restricted login. */
export function createSimServer(
  first: pg.Pool,
  steps: SimServerSteps = {},
  nowMs: () => number = () => Date.now(),
): SimServer {
  let pool = first
  const logged: string[] = []
  const given: NumberBlock[] = []
  const note = (facts: object, message: string) => void logged.push(`${message} ${JSON.stringify(facts, errorText)}`)
  const deps: SyncDeps = {
    get pool() {
      return pool
    },
    nowMs,
    newId,
    jitterMs: () => 1,
    log: { warn: note, error: note },
  }
  const push = createPush(deps, { ...pushSteps, ...steps.push })
  const pull = createPull(deps, { ...pullSteps, ...steps.pull })
  const snapshot = createSnapshot(deps)
  const audit = createAudit(deps)
  const draw = steps.wrapDraw?.(createDrawBlock(deps)) ?? createDrawBlock(deps)

  async function route(path: string, body: string, { grant, session }: SimCaller, accept: string): Promise<Response> {
    const request = JSON.parse(body) as never
    if (path === '/api/sync/push') {
      if (grant === null) return refusal({ code: 'SYNC_GRANT_INVALID' })
      const answer = await push(grant, request)
      return answer.ok ? json(answer.value) : refusal(answer.error)
    }
    if (session === null) return refusal({ code: 'ACCESS_SESSION_REQUIRED' })
    if (path === '/api/sync/pull') {
      const answer = await pull(session, request)
      return answer.ok ? json(answer.value) : refusal(answer.error)
    }
    if (path === '/api/sync/snapshot') {
      const inPages = accept.includes(snapshotPagesType)
      const answer = await snapshot(session, request, inPages ? 'pages' : 'lines')
      if (!answer.ok) return refusal(answer.error)
      const type = inPages ? snapshotPagesType : 'application/x-ndjson'
      return new Response(answer.value, { headers: { 'content-type': type } })
    }
    if (path === '/api/sync/number-blocks') {
      const { accountId, userId } = session
      const block = await draw({ accountId, userId, ...(request as { deviceId: string }) })
      given.push(block)
      return json(block)
    }
    if (path !== '/api/sync/audit') throw new Error(`the simulated server has no ${path}`)
    const answer = await audit(session, request)
    return answer.ok ? json(answer.value) : refusal(answer.error)
  }

  return {
    answer: (path, body, caller, accept) => {
      const run = () => route(path, body, caller, accept)
      return steps.aroundPush !== undefined && path === '/api/sync/push' ? steps.aroundPush(run, path) : run()
    },
    drawn: given,
    use: (next) => void (pool = next),
    pool: () => pool,
    logged,
  }
}

function refusal(failure: Failure): Response {
  return errorAnswer(failure, { requestId: 'simulated' })
}

function json(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
}

function errorText(_key: string, value: unknown): unknown {
  return value instanceof Error ? `${value.name}: ${value.message}` : value
}
