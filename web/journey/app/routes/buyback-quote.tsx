import { createFileRoute } from '@tanstack/react-router'
import { QuoteScreen } from '../../screens/quote/quote-screen.tsx'
import { LinkFailed } from '../link-failed.tsx'
import { useLoaded } from '../loading.ts'
import type { quoteLoader } from '../quote-loader.ts'

export const Route = createFileRoute('/_site/buyback/quote/$token')({
  staticData: {
    isUntracked: true,
    isPrivate: true,
    texts: ['tracking'],
    head: ({ t }) => ({ title: t(($) => $.documentTitle.quote, { ns: 'tracking' }) }),
  },
  // A private page is a document of its own: no other page loads what reads it.
  loader: async ({ context, params }) => (await import('../quote-loader.ts')).quoteLoader(context, params.token),
  component: function Page() {
    return <QuoteScreen {...useLoaded<typeof quoteLoader>(Route)} />
  },
  errorComponent: function Failed({ error }) {
    return <LinkFailed of="quote" error={error} />
  },
  wrapInSuspense: true,
})
