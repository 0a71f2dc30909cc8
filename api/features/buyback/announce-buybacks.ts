import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { queueBuybackDocuments } from '#api/documents/buyback-document-queries.ts'
import { queueConfirmationMail } from '#api/mail/buyback-mails.ts'
import type { BuybackDeps } from './buyback-deps.ts'
import { createTrackingLink } from './tracking-link.ts'

/** Requests the papers and the one confirmation of buybacks that are created together, in their transaction. */
export async function announceBuybacks(
  tx: Transaction<Tables>,
  { now, vault, publicUrl }: Pick<BuybackDeps, 'now' | 'vault' | 'publicUrl'>,
  created: { readonly accountId: string; readonly buybackIds: readonly string[]; readonly address?: string | null },
): Promise<void> {
  const trackingLink = createTrackingLink(vault, publicUrl)
  await queueBuybackDocuments(tx, created)
  await queueConfirmationMail(tx, { now, trackingLink }, created)
}
