import { Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { outdatedCodes } from '#web/lib/http-client.ts'
import { resetError, sessionEndedCode, shownErrorAtom, wayOn, type ErrorState } from '#web/lib/error-state.ts'
import { codeText } from '#web/lib/error-text.ts'
import { askedProofAtom } from '#web/lib/asked-proof.ts'
import { usePlatform, type Platform } from '#web/lib/platform.tsx'
import type { ModalData } from '../ui/confirm-modal.tsx'
import { useLoaded } from './use-loaded.ts'
import { useOnFloor } from './use-on-floor.ts'

// Modals and their forms are a sixth of what a start would evaluate, and are rarely shown.
const loadModals = () => import('./shown-modals.tsx')

/** The session-expired and the server-error modal (SHELL-50 to SHELL-55). */
export function ErrorModals({ reload = () => window.location.reload() }: { readonly reload?: () => void }) {
  const platform = usePlatform()
  const { session } = platform
  const shown = useAtomValue(shownErrorAtom)
  const onFloor = useOnFloor()
  const serverError = useServerErrorModal(() => {
    if (shown !== null && outdatedCodes.has(shown.code)) void refreshed(platform).finally(reload)
    else reload()
  })
  const hasEnded = shown?.code === sessionEndedCode
  const data = shown === null || hasEnded ? null : serverError(shown)
  const isNeeded = useAtomValue(askedProofAtom) !== null || shown !== null
  // What tells of a server that does not answer cannot be fetched from it then.
  const modals = useLoaded(loadModals, { isNeeded, beside: true })
  if (modals === null) return null
  return (
    <modals.ShownModals
      ended={hasEnded ? shown : null}
      data={data}
      floor={onFloor}
      onClose={() => resetError(session.store)}
    />
  )
}

/** The user as the server knows it now is stored before the page begins again, which is drawn for the one that is stored. */
async function refreshed(platform: Platform): Promise<void> {
  const nothing = (): void => undefined
  await import('#web/lib/refresh-session.ts').then(
    ({ refreshSession }) => refreshSession(platform, nothing, nothing),
    nothing,
  )
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
        // What was typed has nowhere to go to: nobody is asked about it.
        else if (way) void navigate({ href: way.to, ignoreBlocker: true })
      },
    }
  }
}
