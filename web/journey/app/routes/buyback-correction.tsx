import { createFileRoute } from '@tanstack/react-router'
import { CorrectionScreen } from '../../screens/tracking/correction-screen.tsx'
import { LinkFailed } from '../link-failed.tsx'
import { useLoaded } from '../loading.ts'
import type { correctionLoader } from '../tracking-correction-loader.ts'

export const Route = createFileRoute('/_site/buyback/correction/$token')({
  staticData: {
    isUntracked: true,
    isPrivate: true,
    texts: ['tracking'],
    head: ({ t }) => ({ title: t(($) => $.documentTitle.correction, { ns: 'tracking' }) }),
  },
  // A private page is a document of its own: no other page loads what reads it.
  loader: async ({ context, params }) =>
    (await import('../tracking-correction-loader.ts')).correctionLoader(context, params.token),
  component: function Page() {
    return <CorrectionScreen {...useLoaded<typeof correctionLoader>(Route)} />
  },
  errorComponent: function Failed({ error }) {
    return <LinkFailed of="correction" error={error} />
  },
  // Nothing is cached: a visitor who returns has confirmed since, here or elsewhere.
  gcTime: 0,
  wrapInSuspense: true,
})
