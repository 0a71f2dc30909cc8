import { Alert, Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reindexCatalogCall } from '#sync/calls/client.ts'
import type { Answer } from '#web/lib/http.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'

/** Rebuilds the search index of a client's catalog, and says how far it is (ORG-04). Leaving the page ends it. */
export function useReindex(accountId: string | null) {
  const { t } = useTranslation('client')
  const format = useFormat()
  const http = useHttp()
  const [progress, setProgress] = useState({ done: 0, total: 0 })
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const running = useSingleMutation({
    mutationFn: async (id: string) => {
      const { signal } = (leaving.current = new AbortController())
      let done = 0
      for (let after: string | null = null; ;) {
        const part: Answer<typeof reindexCatalogCall> = await http(reindexCatalogCall, {
          params: { id },
          body: { after },
          signal,
        })
        if (part.next === null) return done
        done += part.done
        after = part.next
        setProgress({ done, total: Math.max(done, part.total) })
      }
    },
    onMutate: () => setProgress({ done: 0, total: 0 }),
    onError: () => undefined,
  })
  const told = { done: format.number(progress.done), total: format.number(progress.total) }
  const count = running.data ?? 0
  return {
    button:
      accountId === null ? null : (
        <Button
          variant="default"
          leftSection={<IconRefresh size={20} aria-hidden />}
          loading={running.isPending}
          onClick={() => running.mutate(accountId)}
        >
          {t(($) => $.reindex.action)}
        </Button>
      ),
    notice: running.isPending ? (
      <Alert color="blue" variant="light" role="status" mb="md">
        {t(($) => $.reindex.progress, told)}
      </Alert>
    ) : running.isSuccess ? (
      <Alert color="green" variant="light" role="status" mb="md">
        {t(($) => $.reindex.done, { count, formatted: format.number(count) })}
      </Alert>
    ) : running.isError ? (
      <Alert color="red" role="alert" mb="md">
        {t(($) => $.reindex.failed)}
      </Alert>
    ) : null,
  }
}
