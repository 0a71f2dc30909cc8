import { Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { resetError, sessionEndedCode, shownErrorAtom, wayOn, type ErrorState } from '#web/lib/error-state.ts'
import { codeText } from '#web/lib/error-text.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSignOut } from '../features/access/use-sign-out.ts'
import type { ModalData } from '../ui/confirm-modal.tsx'
import { Confirm } from './confirm.tsx'
import { useOnFloor } from './use-on-floor.ts'

/** The session-expired and the server-error modal (SHELL-50 to SHELL-55). */
export function ErrorModals({ reload = () => window.location.reload() }: { readonly reload?: () => void }) {
  const { session } = usePlatform()
  const shown = useAtomValue(shownErrorAtom)
  const onFloor = useOnFloor()
  const reconnect = useReconnectModal()
  const serverError = useServerErrorModal(reload)
  const data = shown === null ? null : shown.code === sessionEndedCode ? reconnect : serverError(shown)
  return <Confirm data={data} floor={onFloor} onClose={() => resetError(session.store)} />
}

function useReconnectModal(): ModalData {
  const { t } = useTranslation('shell')
  const { run } = useSignOut()
  return {
    title: t(($) => $.expired.title),
    content: t(($) => $.expired.text),
    confirmLabel: t(($) => $.expired.confirm),
    preventHide: true,
    confirm: () => void run({ reconnects: true }),
  }
}

function useServerErrorModal(reload: () => void): (error: ErrorState) => ModalData {
  const { t, i18n } = useTranslation('shell')
  const navigate = useNavigate()
  return (error) => {
    const message = error.message || codeText(i18n, error.code) || t(($) => $.serverError.undefined)
    return {
      title: t(($) => $.serverError.title),
      content: (
        <Stack gap="xs">
          {error.hideGenericMessage ? null : <Text>{t(($) => $.serverError.generic)}</Text>}
          <Text>{message}</Text>
        </Stack>
      ),
      confirmLabel: t(($) => (error.goHome ? $.serverError.home : $.serverError.ok)),
      preventHide: true,
      confirm: () => {
        const way = wayOn(error)
        if (way === 'reload') reload()
        else if (way) void navigate({ href: way.to })
      },
    }
  }
}
