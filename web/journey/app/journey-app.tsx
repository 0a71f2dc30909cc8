import { RouterProvider } from '@tanstack/react-router'
import type { i18n } from 'i18next'
import { I18nextProvider } from 'react-i18next'
import type { JourneySite } from '#sync/calls/journey.ts'
import { SiteContext } from '../kit/site.ts'
import { SiteApiContext } from '../kit/site-api.ts'
import type { JourneyRouter } from './router.ts'

/** The public site around one router; the same on the server and in the browser. */
export function JourneyApp(props: {
  readonly router: JourneyRouter
  readonly texts: i18n
  readonly site: JourneySite
}) {
  return (
    <SiteContext value={props.site}>
      <I18nextProvider i18n={props.texts}>
        <SiteApiContext value={props.router.options.context.api}>
          <RouterProvider router={props.router} />
        </SiteApiContext>
      </I18nextProvider>
    </SiteContext>
  )
}
