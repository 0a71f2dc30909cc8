import { isFinal } from '#sync/replica/outbox-state.ts'
import { isJson, readFailure, type RawAnswer } from '#sync/replica/classify-answer.ts'
import { coverageAfter, isCoveredByQueueEnd, type AskedOp } from '#sync/replica/reconcile.ts'
import type { PackageRow } from '#sync/records.ts'
import type { PackedItem } from '#sync/wire/item-row.ts'
import type { Outcome } from '#sync/wire/operation.ts'
import { protocolVersion } from '#sync/wire/operation.ts'
import { snapshotPagesType } from '#sync/wire/snapshot-pages.ts'
import type { Config, configSchema, PullAnswer } from '#sync/wire/pull.ts'
import { sumOpenPackages } from '#sync/wire/sum-shares.ts'
import { choiceOf, placeAsked } from '#web/local/work-place/place-choice.ts'
import type { CopyInfo } from '#web/local/copy/copy-rows.ts'
import type { CopyStore } from '#web/local/copy/copy-store.ts'
import { sameOutcome } from '#web/local/outbox/outbox-decisions.ts'
import { queueEnds, type Author, type OpRow } from '#web/local/outbox/outbox-database.ts'
import type { Outbox } from '#web/local/outbox/outbox.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { jsonRequest, postJson } from './transport.ts'

/** Name of the lock that one puller holds, over tabs. */
export const pullLock = 'reprise-pull'
const pullTimeoutMs = 30_000
/** How long a new base waits for the changes since: a device without a copy can do nothing until then. */
const changesTimeoutMs = 5_000
/** Decided operations whose coverage one pull settles. */
const coverLimit = 10_000
/** Operations that one pull asks for by name. */
const askLimit = 2000
/** Of these, so many at least are applied ones that only their name tells of; the rest is for what the server holds or has refused. */
const appliedShare = 1500

/** How a pull ended. */
export type PullEnd =
  | 'current'
  | 'no_author'
  /** The session is over; its user signs in again. */
  | 'sign_in'
  | 'protocol'
  /** Nothing was installed; it may be tried again. */
  | 'failed'

/** What a pull needs from its place. */
export type PullPorts = Pick<EnginePorts, 'fetch' | 'setTimer' | 'runLocked' | 'nowMs'>

/** What a pull tells its owner. */
export interface PullEvents {
  /** The copy has changed: these items, or all of them after a snapshot. */
  readonly onInstalled: (info: CopyInfo, itemIds: readonly string[] | 'all') => void
  readonly onDecided: (rows: readonly OpRow[]) => void
  /** The server was restored: what it has lost goes to it again after this. */
  readonly onRestored: () => Promise<void>
  /** Rows of a first load that have arrived; null when it is over. */
  readonly onProgress: (rows: number | null) => void
  readonly onReach: (reached: boolean) => void
}

/** Keeps the copy up to date. */
export interface Pull {
  run(author: Author | null): Promise<PullEnd>
  /** Compares the copy with the server; a copy that differs although it is current is fetched again. */
  audit(author: Author): Promise<'equal' | 'refetched' | 'failed'>
}

interface Question {
  readonly deviceId: string
  readonly asked: readonly AskedOp[]
  readonly isWhole: boolean
  readonly since: number
  readonly ids: readonly string[]
  /** What the device knows of the applied ones. */
  readonly outcomes: ReadonlyMap<string, Outcome | null>
}

/** Creates the pull over outbox and copy. */
export function createPull(outbox: Outbox, copy: CopyStore, ports: PullPorts, events: PullEvents): Pull {
  const askedBefore = new Set<string>()

  async function openCopy(author: Author): Promise<CopyInfo | null> {
    const key = await outbox.readMeta(copyOf(author))
    const info = typeof key === 'string' ? await copy.open(key) : null
    return info?.scope.accountId === author.accountId ? info : null
  }

  /** What this pull asks the server about: applied operations that the copy may not contain, and unresolved ones. */
  async function question(author: Author, info: CopyInfo | null): Promise<Question> {
    const deviceId = await outbox.deviceId()
    const { since, applied, unresolved } = await outbox.toAsk(author.accountId, info?.mark ?? 0, coverLimit + 1)
    const page = applied.slice(0, coverLimit)
    const known = new Set(info?.covered)
    const asked = page.map((row) => askedOp(row, deviceId))
    const uncovered = asked.filter(({ opId }) => !known.has(opId))
    const byName = uncovered.filter((op) => !isCoveredByQueueEnd(op))
    const byQueue = uncovered.filter(isCoveredByQueueEnd)
    const ids = [...byName.slice(0, appliedShare), ...unresolved, ...byQueue].map(({ opId }) => opId).slice(0, askLimit)
    const outcomes = new Map(page.map(({ opId, outcome }) => [opId, outcome]))
    return { deviceId, asked, isWhole: applied.length === page.length, since, ids, outcomes }
  }

  async function once(author: Author, isNewBase = false): Promise<PullEnd> {
    const info = await openCopy(author)
    if (info === null) return baseThenChanges(author)
    const asked = await question(author, info)
    const pulled = await fetchPages(author, info, asked, isNewBase ? changesTimeoutMs : pullTimeoutMs)
    // A base that cannot be gone on from at once would be no better the next time.
    const begin = () => (isNewBase ? ('failed' as const) : baseThenChanges(author))
    if (pulled === 'expired') return begin()
    if (typeof pulled === 'string') return pulled
    // A copy of before packages has missed those that changed until now.
    const misses = pulled.packages !== undefined && !info.hasPackages
    if (pulled.scope.key !== info.scope.key || misses) return begin()
    return install(author, info, asked, pulled, isNewBase)
  }

  /**
   * The server may give a base that is some minutes old: what changed since comes right after it, and nobody works on
   * the one without the other while the server answers.
   */
  async function baseThenChanges(author: Author): Promise<PullEnd> {
    try {
      const base = await snapshot(author)
      if (typeof base === 'string') return base
      try {
        return await once(author, true)
      } finally {
        events.onInstalled((await copy.refresh()) ?? base.info, 'all')
        await record(base.outcomes)
      }
    } finally {
      events.onProgress(null)
    }
  }

  async function fetchPages(
    author: Author,
    info: CopyInfo,
    { deviceId, ids }: Question,
    timeoutMs: number,
  ): Promise<PullAnswer | 'expired' | PullEnd> {
    const items = new Map<string, PackedItem>()
    const gone = new Set<string>()
    const packages = new Map<string, PackageRow>()
    const packagesGone = new Set<string>()
    let knowsPackages = false
    let config: PullAnswer['config'] = null
    for (let { cursor } = info; ;) {
      const body = { protocol: protocolVersion, deviceId, cursor, uncovered: ids, ...placeAsked(author) }
      const raw = await postJson(ports, '/api/sync/pull', body, timeoutMs, author)
      const answer = await classifyPull(raw)
      events.onReach(raw !== null && (answer !== 'failed' || isOtherAccount(raw)))
      if (typeof answer === 'string') return answer
      if (answer.scope.accountId !== author.accountId) return 'failed'
      for (const item of answer.items) {
        items.set(item[0] as string, item)
        gone.delete(item[0] as string)
      }
      for (const id of answer.gone) {
        gone.add(id)
        items.delete(id)
      }
      for (const row of answer.packages ?? []) {
        packages.set(row.id, row)
        packagesGone.delete(row.id)
      }
      for (const id of answer.packagesGone ?? []) {
        packagesGone.add(id)
        packages.delete(id)
      }
      knowsPackages ||= answer.packages !== undefined
      config = answer.config ?? config
      if (answer.epoch !== info.epoch) return 'expired'
      const rows = { items: [...items.values()] as unknown[][], gone: [...gone], config }
      const sent = knowsPackages ? { packages: [...packages.values()], packagesGone: [...packagesGone] } : {}
      if (answer.complete) return { ...answer, ...rows, ...sent }
      cursor = answer.cursor
    }
  }

  async function install(
    author: Author,
    info: CopyInfo,
    asked: Question,
    pulled: PullAnswer,
    isNewBase: boolean,
  ): Promise<PullEnd> {
    await outbox.resendLost(author.accountId, pulled.acked, asked.since, false)
    const answered = { outcomes: pulled.outcomes, acked: queueEnds(asked.deviceId, pulled.acked, author.accountId) }
    const coverage = coverageAfter(info, asked.asked, answered, askedBefore, asked.isWhole, asked.since)
    const changes = {
      fromCursor: info.cursor,
      cursor: pulled.cursor,
      items: pulled.items,
      gone: pulled.gone,
      config: pulled.config,
      packages: pulled.packages,
      packagesGone: pulled.packagesGone,
      coverage,
      syncedAtMs: ports.nowMs(),
    }
    if (!(await copy.applyPull(changes))) return 'failed'
    for (const opId of asked.ids) askedBefore.add(opId)
    const next = await copy.refresh()
    if (next === null) return 'failed'
    // A new base is told of as a whole.
    if (!isNewBase) events.onInstalled(next, [...pulled.items.map((item) => item[0] as string), ...pulled.gone])
    await record(pulled.outcomes.filter((outcome) => !sameOutcome(asked.outcomes.get(outcome.opId) ?? null, outcome)))
    // More than one page of operations was open: the next cycle asks for the rest.
    return asked.isWhole || coverage.mark === info.mark ? 'current' : once(author)
  }

  async function record(outcomes: readonly Outcome[]): Promise<void> {
    const changed = await outbox.recordOutcomes(outcomes)
    if (changed.length > 0) events.onDecided(changed)
  }

  /** Brings another base, which nobody is told of yet, with what became of the device's operations. */
  async function snapshot(author: Author): Promise<{ info: CopyInfo; outcomes: readonly Outcome[] } | PullEnd> {
    const asked = await question(author, null)
    const body = { protocol: protocolVersion, deviceId: asked.deviceId, uncovered: asked.ids, ...placeAsked(author) }
    const { headers, ...request } = jsonRequest(body, author)
    const source = {
      url: '/api/sync/snapshot',
      init: { ...request, headers: { ...headers, accept: `${snapshotPagesType}, application/x-ndjson;q=0.5` } },
    }
    const result = await copy.stageSnapshot(source, (rows) => events.onProgress(rows))
    events.onReach(result.ok || result.status >= 400)
    if (!result.ok) return endOf(result)
    const { head } = result
    // Nothing of another account decides about this one's operations, or is kept as its copy.
    if (head.scope.accountId !== author.accountId) return 'failed'
    const knownEpoch = await outbox.readMeta(epochOf(author))
    const epochChanged = typeof knownEpoch === 'string' && knownEpoch !== head.epoch
    if (epochChanged) {
      // After the restore of a backup that is too old, the numbers of lost closings are drawn again first, so that no
      // other device gets them.
      await outbox.discardNumbers(author.accountId)
      await events.onRestored()
    }
    await outbox.resendLost(author.accountId, head.acked, asked.since, epochChanged)
    await outbox.writeMeta(epochOf(author), head.epoch)
    // An operation that was decided before the question, and is still decided after it, is part of this base.
    const covered = head.outcomes.filter(({ status }) => status === 'applied').map(({ opId }) => opId)
    const info = await copy.commitSnapshot({ mark: asked.since, covered }, ports.nowMs())
    if (info === null) return 'failed'
    await outbox.writeMeta(copyOf(author), head.scope.key)
    return { info, outcomes: head.outcomes.filter(isFinal) }
  }

  /** Whether the copy has what an audit answers, before the device's own work; null where one of them is missing. */
  async function isEqual(raw: RawAnswer | null): Promise<boolean | null> {
    const shapes = await answerShapes()
    const told =
      raw?.status === 200 && isJson(raw.contentType) ? shapes?.auditAnswerSchema.safeParse(raw.body).data : undefined
    await copy.refresh()
    const own = await copy.read([], [], 'all')
    if (shapes === undefined || told === undefined || own === null) return null
    const { itemCount, hash, config } = own.info
    const packages = sumOpenPackages(own.packages ?? [])
    return (
      told.count === itemCount &&
      told.hash === hash &&
      (told.packages === undefined ||
        (told.packages.count === packages.count && told.packages.hash === packages.hash)) &&
      (told.config === undefined || JSON.stringify(told.config) === JSON.stringify(asRead(shapes.configSchema, config)))
    )
  }

  return {
    run: (author) => (author === null ? Promise.resolve('no_author') : ports.runLocked(pullLock, () => once(author))),
    audit: (author) =>
      ports.runLocked(pullLock, async () => {
        for (const attempt of [1, 2, 3]) {
          if ((await once(author)) !== 'current') return 'failed'
          const raw = await postJson(
            ports,
            '/api/sync/audit',
            { protocol: protocolVersion, ...placeAsked(author) },
            pullTimeoutMs,
            author,
          )
          const equal = await isEqual(raw)
          if (equal === null) return 'failed'
          if (equal) return attempt === 3 ? 'refetched' : 'equal'
          // A change may have come between pull and audit; twice different is a wrong copy.
          if (attempt === 2 && (await baseThenChanges(author)) !== 'current') return 'failed'
        }
        return 'failed'
      }),
  }
}

/** A kept configuration with its fields in the order of an answer's; null where a version of before has filled it. */
function asRead(schema: typeof configSchema, config: Config): Config | null {
  return schema.safeParse(config).data ?? null
}

function askedOp({ opId, decidedNo, state, op, queue, seq, wasHeld }: OpRow, deviceId: string): AskedOp {
  return { opId, decidedNo, applied: state === 'applied', answerable: op.deviceId === deviceId, queue, seq, wasHeld }
}

/**
 * The shapes that answers are judged by, with the first answer: making them takes time that a cold start does not have.
 * Undefined where an update has taken this version's parts away.
 */
async function answerShapes() {
  return import('#sync/wire/pull.ts').catch(() => undefined)
}

async function classifyPull(raw: RawAnswer | null): Promise<PullAnswer | 'expired' | PullEnd> {
  if (raw === null) return 'failed'
  if (raw.status === 200) {
    const shapes = await answerShapes()
    return (isJson(raw.contentType) && shapes?.pullAnswerSchema.safeParse(raw.body).data) || 'failed'
  }
  const failure = readFailure(raw)
  if (failure?.code === 'SYNC_CURSOR_EXPIRED') return 'expired'
  if (failure?.code === 'SYNC_PROTOCOL_UNSUPPORTED') return 'protocol'
  return failure === null ? 'failed' : endOf({ status: raw.status, code: failure.code })
}

/** What a refusal means for the cycle; a user who owes a second factor has to go by the page of the sign-in too. */
function endOf({ status, code }: { readonly status: number; readonly code?: string | undefined }): PullEnd {
  if (status === 401 || code === 'ACCESS_SECOND_FACTOR_MISSING') return 'sign_in'
  return status === 426 ? 'protocol' : 'failed'
}

/** The session has gone on to another account, in another tab. */
function isOtherAccount(raw: RawAnswer): boolean {
  return readFailure(raw)?.code === 'ACCESS_ACCOUNT_MISMATCH'
}

/** Name of the value that says which copy an author works on. */
export function copyOf(author: Author): string {
  const name = `copy:${author.userId}|${author.module}|${choiceOf(author) ?? ''}`
  return author.client === undefined ? name : `${name}|${author.accountId}`
}

function epochOf({ accountId }: Author): string {
  return `epoch:${accountId}`
}
