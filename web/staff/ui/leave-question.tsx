import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePlatform } from '#web/lib/platform.tsx'
import { ConfirmModal } from './confirm-modal.tsx'

/**
 * Asks before a page with unsaved changes is left: by a link, the browser's buttons or a reload. Whoever is signed out
 * has left already. An address that only says more about the same page leaves nothing.
 */
export function LeaveQuestion({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const { t } = useTranslation('common')
  const { session } = usePlatform()
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && session.user() !== null && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved && session.user() !== null,
    withResolver: true,
  })
  return (
    <ConfirmModal
      data={
        leaving.status === 'blocked'
          ? {
              title: t(($) => $.leave.title),
              content: t(($) => $.leave.text),
              cancelLabel: t(($) => $.leave.stay),
              confirmLabel: t(($) => $.leave.leave),
              destructive: true,
              cancel: leaving.reset,
              confirm: leaving.proceed,
            }
          : null
      }
      onClose={() => undefined}
    />
  )
}
