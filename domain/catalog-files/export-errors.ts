/** Why an export has no file; stable, told in its answer and translated by code. */
export const exportErrors = [
  /** Every try at the file has failed, or the server has lost the job. */
  'EXPORT_FAILED',
  /** Nobody waits for it any more. */
  'EXPORT_CANCELLED',
] as const

/** Why an export does not do what is asked of it. */
export const exportStateErrors = ['EXPORT_ENDED'] as const
