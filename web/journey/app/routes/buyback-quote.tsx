import { createFileRoute } from '@tanstack/react-router'
import { QuoteScreen } from '../../screens/quote/quote-screen.tsx'
import { LinkFailed } from '../link-failed.tsx'
import { useLoaded } from '../loading.ts'
import { quoteLoader } from '../quote-loader.ts'

export const Route = createFileRoute('/_site/buyback/quote/$token')({
  staticData: {
    isUntracked: true,
    isPrivate: true,
    texts: ['tracking'],
    head: ({ t }) => ({ title: t(($) => $.documentTitle.quote, { ns: 'tracking' }) }),
  },
  loader: ({ context, params }) => quoteLoader(context, params.token),
  component: function Page() {
    return <QuoteScreen {...useLoaded<typeof quoteLoader>(Route)} />
  },
  errorComponent: function Failed({ error }) {
    return <LinkFailed of="quote" error={error} />
  },
  wrapInSuspense: true,
})
