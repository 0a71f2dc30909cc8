import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { disableSftpAccessCall, enableSftpAccessCall, type SftpAccessAnswer } from '#sync/calls/sftp.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { isUnreachable } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { sftpKey } from './sftp-calls.ts'

/** What may be done with the access. */
export type SftpChange = 'enable' | 'renew' | 'disable'

/** Changes the access over the version that is shown; `done` is given the password of an enabling. */
export function useSftpChange(done: (password: string | null) => void) {
  const { t, i18n } = useTranslation('sftp')
  const http = useHttp()
  const queries = useQueryClient()
  const mutation = useSingleMutation({
    mutationFn: async ({ change, version }: { readonly change: SftpChange; readonly version: number }) => {
      const input = { body: {}, ifMatch: version }
      if (change === 'disable') return { access: await http(disableSftpAccessCall, input), password: null }
      const { password, ...access } = await http(enableSftpAccessCall, input)
      return { access, password }
    },
    // The password is kept by nobody but the page that shows it.
    gcTime: 0,
    onSuccess: ({ access, password }) => {
      queries.setQueryData<SftpAccessAnswer>(sftpKey, access)
      done(password)
    },
    // Another user may have acted first: the page has to show the current state.
    onError: () => queries.invalidateQueries({ queryKey: sftpKey }),
  })
  const { error } = mutation
  const problem =
    error === null
      ? null
      : isUnreachable(error)
        ? t(($) => $.change.offline)
        : (callErrorText(i18n, error) ?? t(($) => $.change.failed))
  return { run: mutation.mutate, isPending: mutation.isPending, problem, reset: mutation.reset }
}
