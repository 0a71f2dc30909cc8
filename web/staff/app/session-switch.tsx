import { Alert, Loader, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { modules } from '#domain/organization/module.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { TruncatedSelect } from '../ui/form/truncated-select.tsx'
import { useGuardedSwitch } from './guarded-switch.tsx'

/** The modules of the user, and the retailers of a buyer, each to go on in; only one change runs at a time. */
export function SessionSwitch({ size }: { readonly size: 'lg' | 'xl' }) {
  const { t } = useTranslation('shell')
  const user = useSignedInUser()
  const { running, unreached, choose, question } = useGuardedSwitch()
  const retailers = useRetailers()
  const held = modules.filter((module) => user.modules[module])
  const field = { allowDeselect: false, size, comboboxProps: { withinPortal: true }, disabled: running !== null }
  const wait = (label: string) => ({ rightSection: <Loader size={18} aria-label={label} /> })
  return (
    <>
      {held.length > 1 && (
        <Select
          {...field}
          {...(running !== null && 'module' in running ? wait(t(($) => $.user.switching)) : {})}
          label={t(($) => $.user.module)}
          data={held.map((module) => ({ value: module, label: t(($) => $.modules[module]) }))}
          value={running !== null && 'module' in running ? running.module : user.module}
          onChange={(value) => {
            const module = held.find((one) => one === value)
            if (module && module !== user.module) choose({ module })
          }}
        />
      )}
      {retailers.length > 1 && (
        <TruncatedSelect
          {...field}
          {...(running !== null && 'accountId' in running ? wait(t(($) => $.user.switchingRetailer)) : {})}
          label={t(($) => $.user.retailer)}
          data={retailers.map(({ id, name }) => ({ value: id, label: name }))}
          value={running !== null && 'accountId' in running ? running.accountId : user.viewedAccountId}
          onChange={(accountId) => {
            if (accountId !== null && accountId !== user.viewedAccountId) choose({ accountId })
          }}
        />
      )}
      {question}
      {unreached === null ? null : (
        <Alert color="red" role="alert">
          {unreached}
        </Alert>
      )}
    </>
  )
}

/** Users who work on data of another account are buyers, or the platform's; without network there is nothing to choose. */
function useRetailers() {
  const http = useHttp()
  const user = useSignedInUser()
  const found = useQuery({
    queryKey: ['access', 'accounts', user.id, user.module],
    queryFn: async ({ signal }) => {
      const { listSessionAccountsCall } = await import('#sync/calls/access.ts')
      return http(listSessionAccountsCall, { signal })
    },
    enabled: user.viewedAccountId !== user.accountId,
  })
  return found.data?.accounts ?? []
}
