import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { Notice } from '../kit/notice.tsx'
import type { JourneyRouter } from './router.ts'

const changes = ['online', 'offline'] as const

/**
 * Has every page of the site say that the connection is gone, and that nothing else is; and keeps the page where a part of
 * the next one cannot be had: the router would load the document again, and the browser's own error page would take its
 * place. What says so instead is loaded while there is a network. Once for a document; answers how to end it.
 */
export function startOffline(router: JourneyRouter): () => void {
  if (document.querySelector('[data-offline]') !== null) return () => undefined
  const place = document.body.appendChild(document.createElement('div'))
  place.dataset['offline'] = ''
  const root = createRoot(place)
  root.render(
    <I18nextProvider i18n={router.options.context.texts}>
      <OfflineNotice />
    </I18nextProvider>,
  )
  const { __root__: whole, '/_site': site } = router.routesById
  for (const { options } of [whole, site]) {
    const face = options.errorComponent as { readonly preload?: () => Promise<unknown> } | undefined
    face?.preload?.().catch(() => undefined)
  }
  const keep = (event: Event): void => {
    if (!navigator.onLine) event.preventDefault()
  }
  addEventListener('vite:preloadError', keep)
  return () => {
    removeEventListener('vite:preloadError', keep)
    root.unmount()
    place.remove()
  }
}

/** Stands beside every page, and is empty while there is a network. */
function OfflineNotice() {
  const { t } = useTranslation('journey')
  const isOnline = useSyncExternalStore(listen, () => navigator.onLine)
  return (
    <div role="status">
      {isOnline ? null : (
        <Notice tone="warn" title={t(($) => $.failed.offlineTitle)}>
          {t(($) => $.failed.offline)}
        </Notice>
      )}
    </div>
  )
}

function listen(changed: () => void): () => void {
  for (const change of changes) addEventListener(change, changed)
  return () => {
    for (const change of changes) removeEventListener(change, changed)
  }
}
