/** Why a sign-in through the organisation failed, as the address says it, with the text's key (AUTH-13). */
export const ssoProblems = {
  failed: 'failed',
  'no-organization': 'noOrganization',
  configuration: 'configuration',
  callback: 'callback',
} as const
/** One reason. */
export type SsoProblem = keyof typeof ssoProblems

/** Reads the reason of an address. */
export function parseSsoProblem(value: unknown): SsoProblem | null {
  return typeof value === 'string' && Object.hasOwn(ssoProblems, value) ? (value as SsoProblem) : null
}
