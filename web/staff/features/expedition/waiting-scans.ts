import * as z from 'zod'
import type { PackageOrigin } from '#domain/expedition/packing.ts'
import { productCodes, resolveCode } from '#domain/item/resolve-code.ts'
import { waitForAuthor } from '#web/local/engine/floor-engine.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import type { ForwardedScan } from './leaving.ts'
import { placeOf } from './packing-place.ts'

/** Marks of lines that are no operation. */
const marks = { waits: 'PACKING_WAITS', answered: 'PACKING_ANSWERED' } as const

const scanSchema = z.object({
  text: z.string(),
  symbology: z.string().nullable(),
  /** The text of the scanner's other reading. */
  alternative: z.string().nullable(),
})

/** A scan that nobody has answered for yet. */
export interface WaitingScan {
  readonly lineId: string
  readonly code: string
  /** The product, where the scan named one alone. */
  readonly label: string | null
  readonly scan: ForwardedScan
}

/** Name of the list of the scans that wait for an operator at a place. */
export function waitingListId(origin: PackageOrigin, userId: string): string {
  return `packing:${placeOf(origin)}:${userId}`
}

/** The code that a scan is known by. */
export function codeOf({ resolution }: Pick<ForwardedScan, 'resolution'>): string {
  return productCodes(resolution)[0] ?? resolution.code
}

/** A code as if it were scanned. */
export function scanOf(code: string): ForwardedScan {
  return { text: code, symbology: null, resolution: resolveCode(code, 'any'), alternative: null }
}

/** The scans that wait, oldest first. */
export async function readWaitingScans(engine: Pick<Engine, 'lines'>, listId: string): Promise<readonly WaitingScan[]> {
  const lines = await engine.lines(listId)
  return lines.toReversed().flatMap(({ id, code, label, details, refusedCode }) => {
    const kept = scanSchema.safeParse(details)
    if (!kept.success || refusedCode !== marks.waits) return []
    const { text, symbology, alternative } = kept.data
    const read = (each: string) => resolveCode(each, 'any', { symbology })
    const scan = {
      text,
      symbology,
      resolution: read(text),
      alternative: alternative === null ? null : read(alternative),
    }
    return { lineId: id, code, label, scan }
  })
}

/** Keeps the scans that wait for one operator at one place: each stands in the list once, by its code. */
export function createWaitingScans(deps: {
  readonly engine: Pick<Engine, 'lines' | 'addRefusedLine' | 'author' | 'subscribe'>
  readonly origin: PackageOrigin
  readonly userId: string
  readonly accountId: string
  readonly newId: () => string
}) {
  const { engine, userId, newId } = deps
  const listId = waitingListId(deps.origin, userId)
  let known: Map<string, WaitingScan> | null = null

  async function all(): Promise<Map<string, WaitingScan>> {
    known ??= new Map((await readWaitingScans(engine, listId)).map((line) => [line.code, line]))
    return known
  }

  /** What is answered leaves the list, which is read whole at each change. */
  async function note({ lineId, code, label, scan }: WaitingScan, mark: keyof typeof marks): Promise<void> {
    const { text, symbology, alternative } = scan
    const details = { text, symbology, alternative: alternative?.text ?? null }
    const list = mark === 'waits' ? listId : `${listId}:${mark}`
    await waitForAuthor(engine, deps)
    const line = { listId: list, code, ...(label === null ? {} : { label }), details }
    await engine.addRefusedLine(line, marks[mark], lineId)
  }

  /** A storage that refuses stops no work: its own signal says that nothing is kept. */
  const leniently = (task: () => Promise<void>): Promise<void> => task().catch(() => undefined)

  return {
    /** Keeps a scan before anything is asked about it. */
    keep: (scan: ForwardedScan, label: string | null): Promise<void> =>
      leniently(async () => {
        const lines = await all()
        const code = codeOf(scan)
        const before = lines.get(code)
        if (before !== undefined && (label ?? before.label) === before.label) return
        const line = { lineId: before?.lineId ?? newId(), code, label: label ?? before?.label ?? null, scan }
        await note(line, 'waits')
        lines.set(code, line)
      }),

    /** Takes a scan from the list: its operator knows what became of it. */
    settle: (code: string): Promise<void> =>
      leniently(async () => {
        const lines = await all()
        const line = lines.get(code)
        if (line === undefined) return
        await note(line, 'answered')
        lines.delete(code)
      }),
  }
}
