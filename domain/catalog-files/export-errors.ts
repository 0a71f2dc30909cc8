/** Why an export has no file; stable, told in its answer and translated by code. */
export const exportErrors = [
  /** Every try at the file has failed, or the server has lost the job. */
  'EXPORT_FAILED',
] as const
