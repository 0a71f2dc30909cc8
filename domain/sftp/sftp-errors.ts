/** Reasons why a call about SFTP access is refused; stable, shown and translated by code. */
export const sftpErrors = [
  /** The account has not the premium feature `sftp_access` (CONN-19). */
  'SFTP_FEATURE_MISSING',
  /** This server runs without SFTP, so that a password would open nothing. */
  'SFTP_SERVER_MISSING',
] as const
export type SftpError = (typeof sftpErrors)[number]
