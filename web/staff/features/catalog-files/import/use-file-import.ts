import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CheckedFile } from '#sync/calls/catalog-import.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { useColumnLabel } from './column-labels.ts'
import type { ChosenFile, ImportTarget } from './import-calls.ts'

/**
 * A file of which it is open by which column its lines are found, or which sheet is meant: why it is not taken, the
 * columns that it has, and its sheets where they are several.
 */
export interface Lacking {
  readonly problem: string
  readonly head: CheckedFile['columns']['head']
  readonly sheet: string | null
  readonly sheets: readonly string[]
}

/** The way of a file to the server: it is looked at first, and then imported; the address names the import. */
export function useFileImport(way: ImportTarget) {
  const { t, i18n } = useTranslation('catalog-import')
  const http = useHttp()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  // One id for each file that was looked at: a try whose answer was lost is no second import.
  const [id, setId] = useState('')
  const looking = useRef<AbortController | null>(null)
  const check = useSingleMutation({
    mutationFn: ({ file, signal }: { readonly id: string; readonly file: ChosenFile; readonly signal: AbortSignal }) =>
      way.check(http, file, signal),
    // The step before says why, and still has what was chosen.
    onError: (error, { signal }) => (signal.aborted || lackingIn(error) !== null ? undefined : setChosen(null)),
  })
  const match = useSingleMutation({
    mutationFn: ({ name, column }: { readonly name: string; readonly column: string | null }) =>
      way.match(http, chosen!, name, column),
    onSuccess: () => look(chosen!),
    // The step itself says why.
    onError: () => undefined,
  })
  const send = useSingleMutation({
    mutationFn: (asked: { readonly id: string }) => way.send(http, chosen!, asked.id),
    onSuccess: async (made) => {
      setChosen(null)
      await navigate({ to: '.', search: { import: made.id } })
    },
    // The step itself says why.
    onError: () => undefined,
  })
  const label = useColumnLabel(check.variables?.file.content ?? 'products')
  // As people call it, and as a file has to.
  const named = (column: string): string => {
    const words = label(column)
    return words === column ? column : `${words} (${column})`
  }
  const textOf = (error: Error | null, technical: string): string | null =>
    error === null ? null : `${callErrorText(i18n, error) ?? technical}${detailsOf(error)}`
  // What a file lacks, or where it breaks, is worth more than that it does.
  const detailsOf = (error: Error): string => {
    const { columns, line } = (error instanceof CallError ? (error.details ?? {}) : {}) as {
      readonly columns?: readonly string[]
      readonly line?: number
    }
    if (columns !== undefined) return ` ${t(($) => $.check.columns, { columns: columns.map(named).join(', ') })}`
    return line === undefined ? '' : ` ${t(($) => $.check.line, { line })}`
  }
  const look = (file: ChosenFile): void => {
    setChosen(file)
    const fresh = crypto.randomUUID()
    setId(fresh)
    send.reset()
    looking.current = new AbortController()
    check.mutate({ id: fresh, file, signal: looking.current.signal })
  }
  const checkProblem = textOf(
    check.error,
    t(($) => $.check.technical),
  )
  const lacking = lackingIn(check.error)
  const matchProblem = match.isError ? t(($) => $.check.matching.failed) : null
  return {
    chosen,
    checked: check.data ?? null,
    checkProblem,
    lacking: lacking === null ? null : { ...lacking, problem: matchProblem ?? checkProblem ?? '' },
    match: (name: string, column: string | null) => match.mutate({ name, column }),
    isMatching: match.isPending || check.isPending,
    sendProblem:
      matchProblem ??
      textOf(
        send.error,
        t(($) => $.run.technical),
      ),
    isSending: send.isPending,
    look,
    chooseSheet: (sheet: string) => look({ ...chosen!, sheet }),
    giveUp: () => {
      setChosen(null)
      check.reset()
      looking.current?.abort()
    },
    start: () => send.mutate({ id }),
  }
}

/** What a person may say of a file that was refused; null where there is nothing to say. */
function lackingIn(error: Error | null): Omit<Lacking, 'problem'> | null {
  const said = (error instanceof CallError ? (error.details ?? {}) : {}) as Partial<Omit<Lacking, 'problem'>>
  const { head = [], sheet = null, sheets = [] } = said
  return head.length + sheets.length === 0 ? null : { head, sheet, sheets }
}
