import { Alert, Button, Loader, Modal, Stack, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sessionEndReasons } from '#domain/access/session-end.ts'
import { resetError, setsUpAbovePageAtom, type ErrorState } from '#web/lib/error-state.ts'
import type { StoredUser } from '#web/lib/local-storage.ts'
import { usePlatform, useUser } from '#web/lib/platform.tsx'
import { ReauthenticationForm } from '../features/access/reauthentication-form.tsx'
import { useReconnect } from '../features/access/use-sign-in.ts'
import { useSignOut } from '../features/access/use-sign-out.ts'
import { layer, OtherTabButton } from './other-tab.tsx'

// It draws QR codes: few need it, and none at the start.
const SecondFactorScreen = lazy(async () => {
  const { SecondFactorScreen: screen } = await import('../features/access/second-factor-screen.tsx')
  return { default: screen }
})

/**
 * The session-expired modal (SHELL-51): the user signs in again above the page, which keeps its place and what is typed.
 * Its other button signs out.
 */
export function ReconnectModal({ ended }: { readonly ended: ErrorState | null }) {
  const { t } = useTranslation('shell')
  const user = useUser()
  const told = (ended?.response ?? null) as { readonly reason?: unknown } | null
  const reason = sessionEndReasons.find((one) => one === told?.reason)
  return (
    <Modal
      opened={ended !== null && user !== null}
      onClose={() => undefined}
      title={t(($) => $.expired.title)}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      radius="md"
      zIndex={layer}
    >
      {reason === undefined ? null : (
        <Alert color="orange" mb="md">
          {t(($) => $.expired.reason[reason])}
        </Alert>
      )}
      {user === null ? null : user.viaOpenid || user.forceConnectionBySso ? (
        <InAnotherTab user={user} />
      ) : (
        <ByPassword user={user} isMoved={reason === 'role'} />
      )}
    </Modal>
  )
}

function ByPassword({ user, isMoved }: { readonly user: StoredUser; readonly isMoved: boolean }) {
  const { t } = useTranslation('shell')
  const { session } = usePlatform()
  const queries = useQueryClient()
  const router = useRouter()
  const reconnect = useReconnect()
  const [lacksRequiredFactor, setOwesFactor] = useState(false)
  useEffect(() => {
    if (!lacksRequiredFactor) return
    session.store.set(setsUpAbovePageAtom, true)
    return () => session.store.set(setsUpAbovePageAtom, false)
  }, [session, lacksRequiredFactor])
  const goOn = async (): Promise<void> => {
    session.store.set(setsUpAbovePageAtom, false)
    resetError(session.store)
    // What the ended session was refused is asked for again; what is shown stays, and with it what is typed.
    await queries.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    // The page may be one that the new role has not.
    if (isMoved) await router.invalidate()
  }
  if (lacksRequiredFactor)
    return (
      <Suspense fallback={<Loader />}>
        <SecondFactorScreen keepsPage onDone={goOn} />
      </Suspense>
    )
  return (
    <ReauthenticationForm
      user={user}
      text={t(($) => $.expired.text)}
      submitLabel={t(($) => $.expired.confirm)}
      send={(given) => reconnect('password' in given ? { ...given, email: user.email } : given)}
      onDone={({ owesSecondFactor }) => (owesSecondFactor === true ? setOwesFactor(true) : goOn())}
    >
      <LeaveButton />
    </ReauthenticationForm>
  )
}

function InAnotherTab({ user }: { readonly user: StoredUser }) {
  const { t } = useTranslation('shell')
  return (
    <Stack gap="md">
      <Text>{t(($) => $.expired.otherTab)}</Text>
      <OtherTabButton user={user} label={t(($) => $.expired.confirm)} />
      <LeaveButton />
    </Stack>
  )
}

function LeaveButton() {
  const { t } = useTranslation('shell')
  const { session } = usePlatform()
  const { busy, run } = useSignOut()
  return (
    <Button
      variant="default"
      size="lg"
      fullWidth
      loading={busy}
      onClick={() => void run({ reconnects: true }).then(() => resetError(session.store))}
    >
      {t(($) => $.expired.leave)}
    </Button>
  )
}
