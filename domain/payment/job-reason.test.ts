import { expect, it } from 'vitest'
import { jobReason } from './job-reason.ts'

it.each([
  ['Error EENVELOPE 550', 'mail_refused'],
  ['Error EMESSAGE 451', 'mail_deferred'],
  ['Error EAUTH 535', 'mail_login'],
  ['Error ETIMEDOUT', 'unreachable'],
  ['Error ESOCKET', 'unreachable'],
  ['CARRIER_OUTCOME_UNKNOWN', 'outcome_unknown'],
  ['PAYOUT_AMOUNT_DIFFERS', 'amount_differs'],
  ['FILE_HARMFUL', 'file_harmful'],
  ['FILE_NOT_SCANNED', 'file_not_scanned'],
  ['TypeError', null],
] as const)('%s is %s', (error, reason) => expect(jobReason(error)).toBe(reason))
