import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#web/lib/http.ts'
import { useFormSave } from '#web/staff/ui/form/use-form-save.ts'
import { useRowDraft } from '#web/staff/ui/form/use-row-draft.ts'
import type { Checked, Problems } from './settings-values.ts'

interface Versioned {
  readonly version: number
}

/** A part of a settings page that the server keeps in one piece. */
export interface Part<Values, Row = unknown> {
  /** What the server has, as the typing began with it; null until it has been read. */
  readonly began: Row | null
  /** What the fields show; null until it has been read. */
  readonly values: Values | null
  /** Whether something is typed that is not saved. */
  readonly isChanged: boolean
  readonly problems: Problems<Values>
  /** Takes what was typed; `mended` are the paths whose faults that clears, the fields themselves unless it says so. */
  readonly set: (part: Partial<Values>, mended?: readonly string[]) => void
  /** Why it could not be read; null while it is on its way too. */
  readonly readError: Error | null
  readonly retry: () => void
  readonly saveError: Error | null
  /** Another user has saved in between. */
  readonly isStale: boolean
  readonly isSaving: boolean
  /** Whether the last thing that happened is that it was saved. */
  readonly isSaved: boolean
  /** Sends what has changed, if anything; answers the paths of what is wrong with it instead. */
  readonly save: () => readonly string[]
  /** Gives up what was typed and asks the server again. */
  readonly reload: () => void
}

/** How a part is read, shown and saved. */
export interface PartCalls<Row extends Versioned, Values extends object, Patch> {
  readonly key: readonly string[]
  readonly read: (signal: AbortSignal) => Promise<Row>
  readonly valuesOf: (row: Row) => Values
  readonly check: (changed: Partial<Values>, values: Values) => Checked<Values, Patch>
  readonly send: (patch: Patch, began: Row) => Promise<Row>
  readonly onSaved?: () => void
  /** How long what was sent is kept after the page is gone, in milliseconds: 0 for secrets. */
  readonly gcTime?: number
}

/** One part with what was typed into it, kept through failed saves and other people's changes. */
export function usePart<Row extends Versioned, Values extends object, Patch>(
  calls: PartCalls<Row, Values, Patch>,
): Part<Values, Row> {
  const queries = useQueryClient()
  const read = useQuery({ queryKey: calls.key, queryFn: ({ signal }) => calls.read(signal) })
  const draft = useRowDraft<Row | null, Values | null>(read.data ?? null, (row) => row && calls.valuesOf(row))
  const [problems, setProblems] = useState<Problems<Values>>({})
  const saving = useFormSave({
    ...(calls.gcTime !== undefined && { gcTime: calls.gcTime }),
    send: ({ patch, began }: { readonly patch: Patch; readonly began: Row; readonly sent: Partial<Values> }) =>
      calls.send(patch, began),
    onSaved: (row, { sent }) => {
      queries.setQueryData(calls.key, row)
      draft.saved(row, sent)
      calls.onSaved?.()
    },
  })
  const { began, values, changed, isChanged } = draft

  function save(): readonly string[] {
    if (!isChanged || began === null || values === null) return []
    const checked = calls.check(changed, values)
    setProblems(checked.ok ? {} : checked.error)
    if (!checked.ok) return Object.keys(checked.error)
    saving.mutate({ patch: checked.value, began, sent: changed })
    return []
  }
  return {
    began,
    values,
    isChanged,
    problems,
    set: (part, mended = Object.keys(part)) => {
      draft.set(part)
      setProblems((before) => withoutFields(before, mended))
    },
    readError: read.data === undefined ? read.error : null,
    retry: () => void read.refetch(),
    saveError: saving.error,
    isStale: saving.error instanceof CallError && saving.error.code === 'REQUEST_VERSION_CONFLICT',
    isSaving: saving.isPending,
    isSaved: saving.isSuccess && !isChanged,
    save,
    reload: () => {
      saving.reset()
      setProblems({})
      draft.drop()
      void read.refetch()
    },
  }
}

function withoutFields<Values>(problems: Problems<Values>, fields: readonly string[]): Problems<Values> {
  return Object.fromEntries(Object.entries(problems).filter(([field]) => !fields.includes(field))) as Problems<Values>
}
