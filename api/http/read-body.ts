import { workbookType } from '#domain/kernel/workbook-type.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { refuse, type Failure } from './failure.ts'
import type { BodyType } from './route.ts'
import { findUnstorable, unstorableEscape } from './unstorable.ts'

/** Largest body that a route accepts when it says nothing else. */
export const defaultBodyBytes = 64 * 1024

const accepted: Readonly<Record<BodyType, readonly string[]>> = {
  json: ['application/json'],
  'json-or-text': ['application/json', 'text/plain'],
  'json-unstorable': ['application/json'],
  'merge-patch': ['application/merge-patch+json', 'application/json'],
  form: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  bytes: ['application/octet-stream'],
  csv: ['text/csv', workbookType],
  'json-bytes': ['application/json'],
  reports: ['application/csp-report', 'application/reports+json'],
}

/** Reads a body of the announced type up to the limit, and parses it without judging its shape. */
export async function readBody(request: Request, type: BodyType, maxBytes: number): Promise<Result<unknown, Failure>> {
  const header = request.headers.get('content-type') ?? ''
  const mediaType = (header.split(';')[0] ?? '').trim().toLowerCase()
  const encoding = request.headers.get('content-encoding')
  const bytes = await readLimited(request, maxBytes)
  if (bytes === 'cut') return refuse('REQUEST_BODY_CUT')
  if (bytes === null) return refuse('REQUEST_TOO_LARGE', { details: { maxBytes } })
  // No body at all is an empty one: a call whose fields are all optional, or that has none, may come bare.
  if (bytes.byteLength === 0 && !isRaw(type)) return succeed({})
  if (!accepted[type].includes(mediaType) || (encoding !== null && encoding !== 'identity')) {
    return refuse('REQUEST_CONTENT_TYPE', { details: { accepted: accepted[type] } })
  }
  if (isRaw(type)) return succeed(bytes)
  return type === 'form' ? parseForm(bytes, header) : parseJson(bytes, type !== 'json-unstorable')
}

function isRaw(type: BodyType): boolean {
  return type === 'bytes' || type === 'csv' || type === 'json-bytes' || type === 'reports'
}

async function readLimited(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | 'cut' | null> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) return null
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > maxBytes) return null
      chunks.push(chunk)
    }
  } catch {
    // Its connection has ended, which is no fault of the database's, whose errors have the same codes.
    return 'cut'
  }
  return new Uint8Array(Buffer.concat(chunks))
}

function parseJson(bytes: Uint8Array, refusesUnstorable: boolean): Result<unknown, Failure> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    // What cannot be kept as it was sent is refused at the door; JSON holds such a character as its escape alone.
    const found = refusesUnstorable && unstorableEscape.test(text) ? findUnstorable(value) : null
    return found === null
      ? succeed(value)
      : refuse('REQUEST_INVALID', { field: found.field, details: { reason: found.reason } })
  } catch {
    return refuse('REQUEST_MALFORMED_JSON')
  }
}

async function parseForm(bytes: Uint8Array<ArrayBuffer>, contentType: string): Promise<Result<unknown, Failure>> {
  try {
    const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData()
    const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>
    for (const [key, value] of form) {
      if (typeof value !== 'string' || value.includes('\0')) return refuse('REQUEST_INVALID', { field: key })
      fields[key] = value
    }
    return succeed(fields)
  } catch {
    return refuse('REQUEST_INVALID', { details: { reason: 'malformed_form' } })
  }
}
