import * as z from 'zod'
import { lazily } from '#domain/kernel/lazily.ts'
import type { FloorDocumentKind } from '#domain/document/document-kind.ts'
import { mediaSizes } from '#domain/document/document-kind.ts'
import type { KeyValues } from '#web/lib/local-storage.ts'

const targetSchema = lazily(() =>
  z.discriminatedUnion('type', [
    z.object({ type: z.literal('device') }),
    z.object({ type: z.literal('pdf') }),
    z.object({ type: z.literal('printer'), id: z.string() }),
  ]),
)
/** Where a paper is printed: by this device's browser, as a PDF to open, or on a printer of the network. */
export type PrintTarget = z.output<ReturnType<typeof targetSchema>>

const choiceSchema = lazily(() => z.object({ target: targetSchema(), media: z.enum(mediaSizes) }))
/** How one kind of paper is always printed on this device. */
export type PrintChoice = z.output<ReturnType<typeof choiceSchema>>

const key = 'printChoices'
const storedSchema = lazily(() => z.record(z.string(), choiceSchema().optional()))

/** How this device prints a kind of paper; null where it asks. */
export function readPrintChoice(storage: KeyValues, kind: FloorDocumentKind): PrintChoice | null {
  return readAll(storage)[kind] ?? null
}

/** Keeps how this device prints a kind of paper; null asks again. */
export function keepPrintChoice(storage: KeyValues, kind: FloorDocumentKind, choice: PrintChoice | null): void {
  storage.setItem(key, JSON.stringify({ ...readAll(storage), [kind]: choice ?? undefined }))
}

/** Whether a paper is printed here without a question and without a window, which only a press may open. */
export function printsUnasked(
  storage: KeyValues,
  paper: { readonly kind: FloorDocumentKind; readonly isFile?: boolean },
  online: boolean,
): boolean {
  if (paper.isFile === true) return false
  const choice = readPrintChoice(storage, paper.kind)
  return choice?.target.type === 'device' || (choice?.target.type === 'printer' && online)
}

function readAll(storage: KeyValues): Readonly<Record<string, PrintChoice | undefined>> {
  try {
    const parsed = storedSchema().safeParse(JSON.parse(storage.getItem(key) ?? '{}'))
    return parsed.success ? parsed.data : {}
  } catch {
    return {}
  }
}
