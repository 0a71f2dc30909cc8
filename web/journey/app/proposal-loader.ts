import type { answerProposalCall, readProposalCall } from '#sync/calls/proposal.ts'
import type { ProposalProps } from '../screens/proposal/proposal-screen.tsx'
import { apiOf } from './loading.ts'

/** The token of a proposal's link (decisions, 18). */
export function proposalSearch(search: Readonly<Record<string, unknown>>): { readonly token: string } {
  return { token: typeof search.token === 'string' ? search.token.slice(0, 64) : '' }
}

/** The proposal behind a link, and the way to answer it. */
export async function proposalLoader(context: object, { token }: { readonly token: string }): Promise<ProposalProps> {
  const api = apiOf(context)
  const params = { token: token === '' ? '-' : token }
  return {
    proposal: await api.get<typeof readProposalCall>('/api/proposals/{token}', { params }),
    photoAddress: (photoId) => `/api/proposals/${encodeURIComponent(params.token)}/photos/${photoId}`,
    send: (answer) =>
      api.post<typeof answerProposalCall>('/api/proposals/{token}/answer', { params, body: { answer } }),
  }
}
