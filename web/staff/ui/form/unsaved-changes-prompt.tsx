import { useBlocker, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { usePlatform } from '#web/lib/platform.tsx'
import { ConfirmModal } from '#web/staff/ui/confirm-modal.tsx'

/**
 * Asks before a page with unsaved changes is left: by a link, the browser's buttons or a reload. It does not ask after
 * a sign-out, nor about a form that is saved while the page after it is still loading. An address that only says more
 * about the same page leaves nothing.
 */
export function UnsavedChangesPrompt({ isUnsaved }: { readonly isUnsaved: boolean }) {
  const { t } = useTranslation('common')
  const { session } = usePlatform()
  const router = useRouter()
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => {
      if (!isUnsaved || session.user() === null) return false
      const shown = router.state.resolvedLocation ?? current
      return shown.pathname === current.pathname && current.pathname !== next.pathname
    },
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
