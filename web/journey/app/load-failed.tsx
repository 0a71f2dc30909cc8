import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/http.ts'
import { Button } from '../kit/button.tsx'
import { refusalText } from '../kit/refusal-text.ts'
import { Notice } from '../kit/notice.tsx'
import { LinkButton } from '../kit/link.tsx'
import classes from './journey-layout.module.css'

/**
 * A page whose data or parts did not come; it is tried again once the network is back. An anonymous user that the server
 * no longer takes has been dropped by then: loading the page again asks for a new one (decisions, 11). So does a part that
 * did not come, which browsers ask for once a document.
 */
export function LoadFailed({ error }: ErrorComponentProps) {
  const { t } = useTranslation('journey')
  const router = useRouter()
  const isCall = error instanceof CallError && error.status !== 401
  const retry = useCallback((): void => {
    if (isCall) void router.invalidate()
    else if (navigator.onLine) location.reload()
  }, [isCall, router])
  useEffect(() => {
    // A document is loaded again by a press alone: what was typed elsewhere on the page would be lost.
    const again = (): void => void router.invalidate()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [router])
  return (
    <div className={classes.failed}>
      <Notice
        tone="bad"
        isAlert
        title={t(($) => $.failed.title)}
        actions={
          <>
            <Button onClick={retry}>{t(($) => $.failed.retry)}</Button>
            <LinkButton to="/home" quiet>
              {t(($) => $.failed.home)}
            </LinkButton>
          </>
        }
      >
        {refusalText(t, error) ?? t(($) => $.failed.text)}
      </Notice>
    </div>
  )
}
