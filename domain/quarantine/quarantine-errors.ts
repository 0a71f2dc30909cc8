/**
 * Reasons why the office side of quarantine is refused: the customer's link, the mail, and the label for the way back
 * (WH-15 to WH-17; decisions, 18). Answers of the API carry them.
 */
export const quarantineErrors = [
  'PROPOSAL_LINK_INVALID',
  'PROPOSAL_EXPIRED',
  'PROPOSAL_CLOSED',
  'QUARANTINE_NO_PROPOSAL',
  'QUARANTINE_NO_ADDRESS',
  'RETURN_LABEL_NO_ADDRESS',
  'ITEM_STATUS_NOT_ELIGIBLE',
] as const
export type QuarantineError = (typeof quarantineErrors)[number]
