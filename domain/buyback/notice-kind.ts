/** Steps of a buyback that its customer is told of by a mail of its own, beside confirmation, label, proposal and payment. */
export const noticeKinds = [
  'item_received',
  'price_confirmed',
  'proposal_accepted',
  'proposal_declined',
  'proposal_ended_accepted',
  'proposal_ended_declined',
  'buyback_cancelled',
  'item_lost',
  'send_reminder',
] as const
export type NoticeKind = (typeof noticeKinds)[number]
