import type { Logger } from 'pino'
import * as z from 'zod'
import { succeed } from '#domain/kernel/result.ts'
import type { Clock } from './clock.ts'
import { nameOfPath } from './name-of-path.ts'
import { policyReportsPath } from './policy-reports-path.ts'
import { route, type DeclaredRoute } from './route.ts'

/** Anybody may write here, so that neither a page that goes wrong nor a stranger fills the log. */
const linesInMinute = 30
const minuteMs = 60_000
const maxBodyBytes = 16 * 1024
const longestText = 200

const text = z.string().max(10_000).catch('')
const line = z.number().int().catch(0)

// The two forms that browsers send, one to a report each way.
const former = z.object({
  'csp-report': z.object({
    'effective-directive': text,
    'violated-directive': text,
    'blocked-uri': text,
    'document-uri': text,
    'source-file': text,
    'line-number': line,
  }),
})
const present = z.array(
  z.object({
    type: z.literal('csp-violation'),
    body: z.object({
      effectiveDirective: text,
      blockedURL: text,
      documentURL: text,
      sourceFile: text,
      lineNumber: line,
    }),
  }),
)

interface Stopped {
  readonly directive: string
  readonly blocked: string
  readonly page: string
  readonly source: string
  readonly line: number
}

/** Writes what browsers report into the log: what was stopped, and where; never a query, which may hold a name. */
export function createPolicyReports({ log, now }: { readonly log: Logger; readonly now: Clock }): DeclaredRoute {
  let window = { startedMs: 0, lines: 0, passedOver: 0 }
  return route(
    {
      method: 'post',
      path: policyReportsPath,
      permission: 'none',
      summary: 'What the content rules of a page have stopped in a browser',
      bodyType: 'reports',
      body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
      maxBodyBytes,
    },
    async ({ body }) => {
      const nowMs = now().getTime()
      if (Math.abs(nowMs - window.startedMs) >= minuteMs) {
        if (window.passedOver > 0) log.warn({ count: window.passedOver }, 'reports of content rules passed over')
        window = { startedMs: nowMs, lines: 0, passedOver: 0 }
      }
      for (const stopped of reportsIn(body)) {
        if (window.lines >= linesInMinute) window.passedOver += 1
        else log.warn({ ...stopped }, 'stopped by content rules')
        window.lines += 1
      }
      return succeed(undefined)
    },
  )
}

/** What a report says; nothing of one that is none. */
function reportsIn(bytes: Uint8Array): readonly Stopped[] {
  const value = parsed(bytes)
  const one = former.safeParse(value)
  if (one.success) {
    const said = one.data['csp-report']
    return [
      {
        directive: short(said['effective-directive'] || said['violated-directive']),
        blocked: placeOf(said['blocked-uri']),
        page: placeOf(said['document-uri']),
        source: placeOf(said['source-file']),
        line: said['line-number'],
      },
    ]
  }
  const several = present.safeParse(value)
  if (!several.success) return []
  return several.data.map(({ body }) => ({
    directive: short(body.effectiveDirective),
    blocked: placeOf(body.blockedURL),
    page: placeOf(body.documentURL),
    source: placeOf(body.sourceFile),
    line: body.lineNumber,
  }))
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}

/** An address without query and fragment; a word such as `inline` as it is. */
function placeOf(address: string): string {
  const url = URL.parse(address)
  if (url === null) return short(address)
  return short(url.host === '' ? url.protocol : `${url.protocol}//${url.host}${nameOfPath(url.pathname)}`)
}

function short(words: string): string {
  return words.slice(0, longestText)
}
