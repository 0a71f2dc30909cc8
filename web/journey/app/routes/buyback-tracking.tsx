import { createFileRoute } from '@tanstack/react-router'
import { CorrectionScreen } from '../../screens/tracking/correction-screen.tsx'
import { TrackingScreen } from '../../screens/tracking/tracking-screen.tsx'
import { LinkFailed } from '../link-failed.tsx'
import { useLoaded } from '../loading.ts'
import type { trackingLoader } from '../tracking-loader.ts'

export const Route = createFileRoute('/_site/buyback/tracking/$token')({
  staticData: {
    isUntracked: true,
    isPrivate: true,
    texts: ['tracking', 'customer'],
    head: ({ t }) => ({ title: t(($) => $.documentTitle.tracking, { ns: 'tracking' }) }),
  },
  // A private page is a document of its own: no other page loads what reads it.
  loader: async ({ context, params }) => (await import('../tracking-loader.ts')).trackingLoader(context, params.token),
  component: function Page() {
    const loaded = useLoaded<typeof trackingLoader>(Route)
    return 'correction' in loaded ? <CorrectionScreen {...loaded} /> : <TrackingScreen {...loaded} />
  },
  errorComponent: function Failed({ error }) {
    return <LinkFailed of="tracking" error={error} />
  },
  wrapInSuspense: true,
})
