/** Why a job has failed, as far as its people can do something about it. */
export const jobReasons = [
  'mail_refused',
  'mail_deferred',
  'mail_login',
  'mail_limit_visitor',
  'mail_limit_address',
  'mail_limit_recipient',
  'unreachable',
  'outcome_unknown',
  'amount_differs',
  'label_pending',
  'host_not_allowed',
  'service_missing',
  'file_harmful',
  'file_not_scanned',
] as const
export type JobReason = (typeof jobReasons)[number]

const named: Readonly<Record<string, JobReason>> = {
  EAUTH: 'mail_login',
  MAIL_LIMIT_VISITOR: 'mail_limit_visitor',
  MAIL_LIMIT_ADDRESS: 'mail_limit_address',
  MAIL_LIMIT_RECIPIENT: 'mail_limit_recipient',
  CARRIER_OUTCOME_UNKNOWN: 'outcome_unknown',
  PAYOUT_OUTCOME_UNKNOWN: 'outcome_unknown',
  PAYOUT_AMOUNT_DIFFERS: 'amount_differs',
  CARRIER_LABEL_PENDING: 'label_pending',
  CARRIER_HOST_NOT_ALLOWED: 'host_not_allowed',
  PAYMENT_SERVICE_MISSING: 'service_missing',
  FILE_HARMFUL: 'file_harmful',
  FILE_NOT_SCANNED: 'file_not_scanned',
}
const ofNetwork = /^(?:ECONNECTION|ESOCKET|EDNS|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH)$/

/** The reason in an error as it was noted, as `Error EENVELOPE 550`; null where it is none of those that are known. */
export function jobReason(error: string): JobReason | null {
  const words = error.split(/[\s:]+/)
  const known = words.map((word) => named[word]).find((reason) => reason !== undefined)
  if (known !== undefined) return known
  const status = Number(words.find((word) => /^[45]\d\d$/.test(word)))
  if (status === 530 || status === 535) return 'mail_login'
  if (status >= 500) return 'mail_refused'
  if (status >= 400) return 'mail_deferred'
  return words.some((word) => ofNetwork.test(word)) ? 'unreachable' : null
}
