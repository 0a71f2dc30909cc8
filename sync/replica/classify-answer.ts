import * as z from 'zod'
import { pushAnswerSchema, type PushAnswer } from '../wire/push.ts'

/** What came back for a request, before anybody believes it. `body` is null where it was no JSON. */
export interface RawAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: unknown
  readonly retryAfterMs?: number
}

/** What an answer to a push means. `unclear` confirms nothing: the same operations go again later. */
export type PushVerdict =
  | { readonly kind: 'decided'; readonly answer: PushAnswer }
  | { readonly kind: 'grant_invalid' }
  | { readonly kind: 'gap'; readonly ackedSeq: number }
  | { readonly kind: 'forked' }
  /** One operation cannot travel; `opId` or its place in the batch where the answer names it. */
  | { readonly kind: 'unsendable'; readonly code: string; readonly opId: string | null; readonly at: number | null }
  | { readonly kind: 'too_large' }
  | { readonly kind: 'protocol' }
  | { readonly kind: 'unclear'; readonly reason: UnclearReason; readonly retryAfterMs: number }

/** Why an answer says nothing: no network, a foreign page in between, or a server in trouble. */
export type UnclearReason = 'network' | 'foreign' | 'server'

const failureSchema = z.object({
  code: z.string(),
  field: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
})
/** A refusal in the error envelope. */
export type WireFailure = z.output<typeof failureSchema>

/** Reads an answer's error envelope; null where it is none. */
export function readFailure(raw: RawAnswer): WireFailure | null {
  if (raw.status < 400 || !isJson(raw.contentType)) return null
  const parsed = failureSchema.safeParse(raw.body)
  return parsed.success ? parsed.data : null
}

/** Whether a content type is JSON of some kind, which a captive portal's page is not. */
export function isJson(contentType: string): boolean {
  return /^application\/([\w.-]+\+)?json\b/i.test(contentType)
}

/** Judges an answer to a push by status, content type and shape. */
export function classifyPush(raw: RawAnswer): PushVerdict {
  if (raw.status === 200) {
    const parsed = isJson(raw.contentType) ? pushAnswerSchema.safeParse(raw.body) : null
    return parsed?.success ? { kind: 'decided', answer: parsed.data } : unclear(raw, 'foreign')
  }
  const failure = readFailure(raw)
  if (failure === null) return unclear(raw, raw.status >= 500 ? 'server' : 'foreign')
  return classifyFailure(raw, failure)
}

function classifyFailure(raw: RawAnswer, failure: WireFailure): PushVerdict {
  switch (failure.code) {
    case 'SYNC_GRANT_INVALID':
    case 'SYNC_WRONG_ACTOR':
      return { kind: 'grant_invalid' }
    case 'SYNC_SEQUENCE_GAP': {
      const acked = failure.details?.['ackedSeq']
      return Number.isSafeInteger(acked) ? { kind: 'gap', ackedSeq: acked as number } : unclear(raw, 'server')
    }
    case 'DEVICE_FORKED':
      return { kind: 'forked' }
    case 'SYNC_PAYLOAD_CHANGED': {
      const opId = failure.details?.['opId']
      return { kind: 'unsendable', code: failure.code, opId: typeof opId === 'string' ? opId : null, at: null }
    }
    case 'SYNC_OPERATION_MALFORMED': {
      const at = /^ops\.(\d+)(\.|$)/.exec(failure.field ?? '')?.[1]
      return { kind: 'unsendable', code: failure.code, opId: null, at: at === undefined ? null : Number(at) }
    }
    case 'SYNC_BATCH_TOO_LARGE':
    case 'REQUEST_TOO_LARGE':
      return { kind: 'too_large' }
    case 'SYNC_PROTOCOL_UNSUPPORTED':
      return { kind: 'protocol' }
    default:
      return unclear(raw, 'server')
  }
}

function unclear(raw: RawAnswer, reason: UnclearReason): PushVerdict {
  return { kind: 'unclear', reason, retryAfterMs: raw.retryAfterMs ?? 0 }
}
