import { useQueryClient } from '@tanstack/react-query'
import type { ClientStatus } from '#domain/organization/client.ts'
import { putClientLinkCall } from '#sync/calls/client.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { clientKey } from './client-calls.ts'

/** What becomes of a link, and the name of the other account for the word that says so. */
interface LinkChange {
  readonly retailerId: string
  readonly buyerId: string
  readonly status: ClientStatus
  readonly name: string
}

/** Makes or changes a link of an account; every query about clients is then asked again. */
export function useLinkClient(accountId: string) {
  const http = useHttp()
  const queries = useQueryClient()
  const linking = useSingleMutation({
    mutationFn: ({ retailerId, buyerId, status }: LinkChange) =>
      http(putClientLinkCall, { params: { id: retailerId, buyerId }, body: { status } }),
    // Refused or not, what is shown next is what the server has.
    onSettled: () => queries.invalidateQueries({ queryKey: clientKey }),
    onError: () => undefined,
  })
  const { variables } = linking
  const other = variables?.retailerId === accountId ? variables.buyerId : variables?.retailerId
  return {
    mutate: linking.mutate,
    error: linking.error,
    isPending: linking.isPending,
    /** The other account of the link that is under way. */
    pendingId: linking.isPending ? (other ?? null) : null,
    /** The change that was made last. */
    said: linking.isSuccess ? (variables ?? null) : null,
  }
}
