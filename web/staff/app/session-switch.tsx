import { Alert, Loader, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modules } from '#domain/organization/module.ts'
import { useHttp, usePlatform, useSignedInUser } from '#web/lib/platform.tsx'
import type { SessionTarget } from '../features/access/running-switch.ts'
import { useSwitchSession } from '../features/access/use-switch-session.ts'
import { useUnkeptCart } from '../features/counter/sale/unkept-cart.ts'
import { ShortSelect } from '../ui/short-select.tsx'
import { shownCart } from './cart-visibility.ts'
import { Confirm } from './confirm.tsx'
import { useOnFloor } from './use-on-floor.ts'

/** The modules of the user, and the retailers of a buyer, each to go on in; only one change runs at a time. */
export function SessionSwitch({ size }: { readonly size: 'lg' | 'xl' }) {
  const { t } = useTranslation('shell')
  const user = useSignedInUser()
  const { running, unreached, switchTo } = useSwitchSession()
  const hasWork = useHasWork()
  const onFloor = useOnFloor()
  const [asked, setAsked] = useState<SessionTarget | null>(null)
  const choose = (target: SessionTarget): void => {
    if (hasWork()) setAsked(target)
    else void switchTo(target)
  }
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
        <ShortSelect
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
      <Confirm
        floor={onFloor}
        data={
          asked && {
            title: t(($) => $.user.leaveWork),
            content: t(($) => $.user.leaveWorkText),
            confirmLabel: t(($) => $.user.leaveWorkConfirm),
            destructive: true,
            confirm: () => void switchTo(asked),
          }
        }
        onClose={() => setAsked(null)}
      />
      {unreached === null ? null : (
        <Alert color="red" role="alert">
          {unreached}
        </Alert>
      )}
    </>
  )
}

/** Answers whether something would be lost: a cart, or what the page keeps from being left as the browser asks it. */
function useHasWork(): () => boolean {
  const { storage } = usePlatform()
  const unkept = useUnkeptCart()
  return () =>
    (unkept ?? shownCart(storage, new Date())).cartBuybacks.length > 0 ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

/** Whoever works on data of another account than the own is a buyer; without network there is nothing to choose. */
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
