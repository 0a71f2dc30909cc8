import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckedLine, CheckedUserFile, ImportResult } from '#sync/calls/user-import.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { checkFile, sendUsers } from './user-import-calls.ts'
import { userKey } from './user-calls.ts'

/** A line with what has become of it so far. */
export interface ImportLine extends Pick<CheckedLine, 'line' | 'cells' | 'faults'> {
  readonly state: CheckedLine['state'] | ImportResult['state']
  readonly name: string
  readonly email: string
}

/** An import in its three steps: a file, what it would do, and doing it. */
export function useImport() {
  const http = useHttp()
  const queries = useQueryClient()
  const [file, setFile] = useState<CheckedUserFile | null>(null)
  const [results, setResults] = useState<ReadonlyMap<string, ImportResult>>(new Map())
  const checking = useSingleMutation({
    mutationFn: async (chosen: File) => {
      const checked = await checkFile(http, chosen)
      if (typeof checked !== 'string') setFile(checked)
      return typeof checked === 'string' ? checked : null
    },
    onError: () => undefined,
  })
  const users = (file?.lines ?? []).flatMap(({ user }) => (user === null ? [] : [user]))
  const sending = useSingleMutation({
    mutationFn: () =>
      sendUsers(
        http,
        users.filter(({ email }) => !results.has(email)),
        (part) => setResults((before) => new Map([...before, ...part.map((one) => [one.email, one] as const)])),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: userKey, refetchType: 'none' }),
    onError: () => undefined,
  })
  const lines = (file?.lines ?? []).map((line): ImportLine => {
    const result = line.user === null ? undefined : results.get(line.user.email)
    const who = whoOf(file?.columns ?? [], line.cells)
    return { ...line, ...who, ...(result !== undefined && { state: result.state, faults: result.faults }) }
  })
  return {
    columns: file?.columns ?? null,
    lines,
    total: users.length,
    done: results.size,
    checking,
    sending,
    reset: (): void => {
      setFile(null)
      setResults(new Map())
      checking.reset()
      sending.reset()
    },
  }
}

function whoOf(columns: readonly string[], cells: readonly string[]): Pick<ImportLine, 'name' | 'email'> {
  const of = (column: string) => cells[columns.indexOf(column)]?.trim() ?? ''
  return { name: `${of('firstname')} ${of('lastname')}`.trim(), email: of('email') }
}
