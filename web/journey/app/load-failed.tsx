import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/http.ts'
import { Button } from '../kit/button.tsx'
import { refusalText } from '../kit/refusal-text.ts'
import { Notice } from '../kit/notice.tsx'
import { LinkButton } from '../kit/link.tsx'
import classes from './journey-layout.module.css'

/**
 * A page whose data did not come. An anonymous user that the server no longer takes has been dropped by then: loading
 * the page again asks for a new one (decisions, 11).
 */
export function LoadFailed({ error }: ErrorComponentProps) {
  const { t } = useTranslation('journey')
  const router = useRouter()
  const retry = (): void => {
    if (error instanceof CallError && error.status === 401) location.reload()
    else void router.invalidate()
  }
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
