import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { importKey, type ImportTarget } from './import-calls.ts'

/** What a person does with an import that is there. */
export interface ImportActs {
  readonly isActing: boolean
  /** Why the last act was not done; null where it was. */
  readonly problem: string | null
  readonly start: () => void
  readonly cancel: () => void
  readonly undo: (withChanged: boolean) => void
}

type Act = { readonly act: 'start' | 'cancel' } | { readonly act: 'undo'; readonly withChanged: boolean }

/** Starts, cancels and takes back an import; whatever shows it is read again then. A cancelled trial is gone: `onGone`. */
export function useImportActs(way: ImportTarget, id: string, onGone?: () => void): ImportActs {
  const { t, i18n } = useTranslation('catalog-import')
  const http = useHttp()
  const queries = useQueryClient()
  const act = useSingleMutation({
    mutationFn: async (asked: Act) => {
      if (asked.act === 'undo') await way.undo(http, id, asked.withChanged)
      else if (asked.act === 'cancel') await way.cancel(http, id)
      else await way.start(http, id)
    },
    onSuccess: async (_done, { act: done }) => {
      const { status } = queries.getQueryData(way.followed(http, id).queryKey) ?? {}
      if (done === 'cancel' && (status === 'trying' || status === 'tried')) onGone?.()
      else await queries.invalidateQueries({ queryKey: importKey })
    },
    // The step itself says why.
    onError: () => undefined,
  })
  return {
    isActing: act.isPending,
    problem: act.error === null ? null : (callErrorText(i18n, act.error) ?? t(($) => $.act.technical)),
    start: () => act.mutate({ act: 'start' }),
    cancel: () => act.mutate({ act: 'cancel' }),
    undo: (withChanged) => act.mutate({ act: 'undo', withChanged }),
  }
}
