import { listQuarantineCall, type QuarantinedItemAnswer } from '#sync/calls/quarantine.ts'
import type { Http } from '#web/lib/http.ts'

/** Items that the server is asked for at once. */
const pageSize = 200

/** Every quarantined item of the caller's scope, page after page; one that moves between two pages comes once. */
export async function readQuarantine(http: Http, signal: AbortSignal): Promise<readonly QuarantinedItemAnswer[]> {
  const found = new Map<string, QuarantinedItemAnswer>()
  for (let page = 1, isLast = false; !isLast; page++) {
    const answer = await http(listQuarantineCall, { query: { page, itemsPerPage: pageSize, partial: true }, signal })
    const members = answer['hydra:member']
    for (const member of members) found.set(member.id, member)
    isLast = members.length < pageSize
  }
  return [...found.values()]
}
