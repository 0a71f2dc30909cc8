import { createFileRoute } from '@tanstack/react-router'
import { TrackingScreen } from '../../screens/follow/tracking-screen.tsx'
import { LinkFailed } from '../link-failed.tsx'
import { useLoaded } from '../loading.ts'
import { trackingLoader } from '../tracking-loader.ts'

export const Route = createFileRoute('/_site/buyback/tracking/$token')({
  staticData: {
    isUntracked: true,
    isPrivate: true,
    texts: ['follow'],
    head: ({ t }) => ({ title: t(($) => $.documentTitle.tracking, { ns: 'follow' }) }),
  },
  loader: ({ context, params }) => trackingLoader(context, params.token),
  component: function Page() {
    return <TrackingScreen {...useLoaded<typeof trackingLoader>(Route)} />
  },
  errorComponent: function Failed({ error }) {
    return <LinkFailed of="tracking" error={error} />
  },
  wrapInSuspense: true,
})
