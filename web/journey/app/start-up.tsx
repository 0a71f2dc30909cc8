import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { activePremiumFeaturesCall } from '#sync/calls/settings.ts'
import { Button } from '../kit/button.tsx'
import { Dialog } from '../kit/dialog.tsx'
import kit from '../kit/kit.module.css'
import { apiOf } from './loading.ts'

/** A page that is being left cuts its calls before it is gone: its failures are nobody's. */
const leavingMs = 1000

/**
 * The start of a visit: takes or obtains the anonymous user (PUB-40, PUB-41), and asks as that user for the active
 * premium features. A 401 drops the user; any failure asks for the page to be loaded again, which obtains another
 * (PUB-42; decisions, 11).
 */
export function StartUp() {
  const { t } = useTranslation('journey')
  const { context } = useRouter().options as { readonly context: object }
  const [hasFailed, setFailed] = useState(false)
  const id = useId()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const path = '/api/organizations/launch-generic-premium-feature-connector'
    apiOf(context)
      .get<typeof activePremiumFeaturesCall>(path, { query: { action: 'list' } })
      .catch(() => void (timer = setTimeout(() => setFailed(true), leavingMs)))
    return () => clearTimeout(timer)
  }, [context])
  return (
    <Dialog isOpen={hasFailed} onClose={() => setFailed(false)} labelledBy={id}>
      <div className={kit.dialogBody}>
        <h2 id={id}>{t(($) => $.failed.title)}</h2>
        <p>{t(($) => $.failed.text)}</p>
        <div className={kit.dialogActions}>
          <Button onClick={() => location.reload()}>{t(($) => $.failed.retry)}</Button>
        </div>
      </div>
    </Dialog>
  )
}
