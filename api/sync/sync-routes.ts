import { Duplex } from 'node:stream'
import { constants, createGzip, createZstdCompress } from 'node:zlib'
import { collectionOf } from '#api/http/list-page.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { succeed } from '#domain/kernel/result.ts'
import {
  auditCall,
  drawNumberBlockCall,
  listHeldCall,
  pullCall,
  pushCall,
  runHeldCall,
  snapshotCall,
} from '#sync/calls/sync.ts'
import { snapshotPagesType } from '#sync/wire/snapshot-pages.ts'
import { listHeld } from './held.ts'
import { createDrawBlock } from './number-blocks.ts'
import { createPull } from './pull.ts'
import { createPush } from './push.ts'
import { createRunHeld } from './run-held.ts'
import { createAudit, createSnapshot } from './snapshot.ts'
import type { SyncDeps } from './sync-deps.ts'

/** Five hundred operations with comments of full length, and room to spare. */
const pushBytes = 4 * 1024 * 1024
/** Two thousand ids of uncovered operations and a long cursor. */
const pullBytes = 256 * 1024

/** Routes of the offline engine. */
export function createSyncRoutes(deps: SyncDeps): readonly DeclaredRoute[] {
  const push = createPush(deps)
  const pull = createPull(deps)
  const snapshot = createSnapshot(deps)
  const audit = createAudit(deps)
  const runHeld = createRunHeld(deps)
  const drawBlock = createDrawBlock(deps)
  return [
    route(
      // One comment with a character that the database refuses must not hold up a queue: the engine replaces it.
      {
        ...pushCall,
        permission: 'grant',
        summary: 'Operations of a device',
        refusals: [
          'SYNC_OPERATION_MALFORMED',
          'SYNC_BATCH_TOO_LARGE',
          'SYNC_PROTOCOL_UNSUPPORTED',
          'SYNC_WRONG_ACTOR',
          'SYNC_SEQUENCE_GAP',
          'SYNC_PAYLOAD_CHANGED',
          'DEVICE_FORKED',
        ],
        maxBodyBytes: pushBytes,
        bodyType: 'json-unstorable',
      },
      async ({ caller, body }) => {
        const answer = await push(caller, body)
        return answer.ok ? succeed(json(answer.value)) : answer
      },
    ),

    route(
      {
        ...pullCall,
        permission: 'session',
        background: true,
        summary: 'Changes since a cursor',
        refusals: ['REQUEST_NOT_FOUND', 'SYNC_CURSOR_EXPIRED', 'SYNC_PROTOCOL_UNSUPPORTED'],
        maxBodyBytes: pullBytes,
      },
      async ({ caller, body }) => {
        const answer = await pull(caller, body)
        return answer.ok ? succeed(json(answer.value)) : answer
      },
    ),

    route(
      {
        ...snapshotCall,
        permission: 'session',
        background: true,
        summary: 'The whole base, as NDJSON or in compressed pages',
        refusals: ['REQUEST_NOT_FOUND', 'SYNC_PROTOCOL_UNSUPPORTED'],
        fileTypes: ['application/x-ndjson', snapshotPagesType],
        maxBodyBytes: pullBytes,
      },
      async ({ caller, body, http }) => {
        const inPages = http.headers.get('accept')?.includes(snapshotPagesType) === true
        const answer = await snapshot(caller, body, inPages ? 'pages' : 'lines')
        if (!answer.ok) return answer
        const type = inPages ? snapshotPagesType : 'application/x-ndjson'
        return succeed(streamed(answer.value, type, http.headers.get('accept-encoding') ?? ''))
      },
    ),

    route(
      {
        ...auditCall,
        permission: 'session',
        background: true,
        summary: 'Count and hash of the base',
        refusals: ['REQUEST_NOT_FOUND', 'SYNC_PROTOCOL_UNSUPPORTED'],
      },
      async ({ caller, body }) => audit(caller, body),
    ),

    route(
      {
        ...drawNumberBlockCall,
        permission: 'expedition.send',
        background: true,
        summary: 'Package numbers for a device',
      },
      async ({ caller, body }) => succeed(await drawBlock({ ...caller, deviceId: body.deviceId })),
    ),

    // Users who arrange the floor look after what got stuck on it: admin types and warehouse managers.
    route(
      { ...listHeldCall, permission: 'stock.manage', summary: 'Held operations', answerType: 'application/ld+json' },
      async ({ caller, query }) => {
        const found = await listHeld(deps.pool, caller, query)
        return succeed(collectionOf(found.members, found.total))
      },
    ),

    route(
      { ...runHeldCall, permission: 'stock.manage', summary: 'A held operation, once more' },
      async ({ caller, params }) => runHeld(caller, params.opId),
    ),
  ]
}

// Both answers are built here, field by field; parsing a thousand rows again would only cost time.
function json(value: unknown): Response {
  return new Response(JSON.stringify(value), { headers: { 'content-type': 'application/json' } })
}

function streamed(bytes: ReadableStream<Uint8Array>, type: string, acceptEncoding: string): Response {
  const headers = new Headers({ 'content-type': type, vary: 'accept, accept-encoding' })
  const encoding = encodingOf(acceptEncoding)
  if (encoding === null) return new Response(bytes, { headers })
  headers.set('content-encoding', encoding)
  return new Response(bytes.pipeThrough(compression(encoding)), { headers })
}

function encodingOf(accepted: string): 'zstd' | 'gzip' | null {
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0+)?\s*$/.test(part))
    .map((part) => (part.split(';')[0] ?? '').trim().toLowerCase())
  return names.includes('zstd') ? 'zstd' : names.includes('gzip') ? 'gzip' : null
}

/** The fastest level of each: higher ones cost more time than the smaller answer saves. */
function compression(encoding: 'zstd' | 'gzip'): ReadableWritablePair<Uint8Array, Uint8Array> {
  const transform =
    encoding === 'zstd'
      ? createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
      : createGzip({ level: 1 })
  return Duplex.toWeb(transform) as unknown as ReadableWritablePair<Uint8Array, Uint8Array>
}
