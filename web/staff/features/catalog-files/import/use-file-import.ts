import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { CallError } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import type { ChosenFile, ImportWay } from './import-calls.ts'

/** The way of a file to the server: it is looked at first, and then imported; the address names the import. */
export function useFileImport(way: ImportWay) {
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
    onError: (_error, { signal }) => (signal.aborted ? undefined : setChosen(null)),
  })
  const send = useSingleMutation({
    mutationFn: (asked: { readonly id: string }) => way.send(http, chosen!, asked.id),
    onSuccess: async (made) => {
      setChosen(null)
      await navigate({ to: '.', search: { import: made.id } as never })
    },
    // The step itself says why.
    onError: () => undefined,
  })
  const textOf = (error: Error | null, technical: string): string | null =>
    error === null ? null : `${callErrorText(i18n, error) ?? technical}${detailsOf(error)}`
  // What a file lacks, or where it breaks, is worth more than that it does.
  const detailsOf = (error: Error): string => {
    const { columns, line } = (error instanceof CallError ? (error.details ?? {}) : {}) as {
      readonly columns?: readonly string[]
      readonly line?: number
    }
    if (columns !== undefined) return ` ${t(($) => $.check.columns, { columns: columns.join(', ') })}`
    return line === undefined ? '' : ` ${t(($) => $.check.line, { line })}`
  }
  return {
    chosen,
    checked: check.data ?? null,
    checkProblem: textOf(
      check.error,
      t(($) => $.check.technical),
    ),
    sendProblem: textOf(
      send.error,
      t(($) => $.run.technical),
    ),
    isSending: send.isPending,
    look: (file: ChosenFile) => {
      setChosen(file)
      const fresh = crypto.randomUUID()
      setId(fresh)
      send.reset()
      looking.current = new AbortController()
      check.mutate({ id: fresh, file, signal: looking.current.signal })
    },
    giveUp: () => {
      setChosen(null)
      check.reset()
      looking.current?.abort()
    },
    start: () => send.mutate({ id }),
  }
}
