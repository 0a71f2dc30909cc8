import { createFileRoute } from '@tanstack/react-router'
import { ProposalScreen } from '../../screens/proposal/proposal-screen.tsx'
import { LinkFailed } from '../link-failed.tsx'
import { useLoaded } from '../loading.ts'
import { proposalLoader, proposalSearch } from '../proposal-loader.ts'

export const Route = createFileRoute('/_site/buyback/$buybackId/reject')({
  staticData: {
    isPrivate: true,
    texts: ['tracking'],
    head: ({ t }) => ({ title: t(($) => $.documentTitle.proposal, { ns: 'tracking' }) }),
  },
  validateSearch: proposalSearch,
  loaderDeps: ({ search }) => proposalSearch(search),
  loader: ({ context, deps }) => proposalLoader(context, deps),
  component: function Page() {
    return <ProposalScreen {...useLoaded<typeof proposalLoader>(Route)} />
  },
  errorComponent: function Failed({ error }) {
    return <LinkFailed of="proposal" error={error} />
  },
  // Nothing is cached: a visitor who returns has answered since, or may have answered elsewhere.
  gcTime: 0,
  wrapInSuspense: true,
})
