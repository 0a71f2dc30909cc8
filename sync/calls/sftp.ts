import * as z from 'zod'

/** SFTP access of an account (CONN-18). */
export const sftpAccessAnswer = z.object({
  /** Rises with each enabling and disabling; 0 before the first. */
  version: z.int(),
  active: z.boolean(),
  /** Null before the first enabling; the same from then on. */
  userName: z.string().nullable(),
  /** When the access was last enabled or disabled, and by whom. */
  changedAt: z.iso.datetime().nullable(),
  changedBy: z.string().nullable(),
  lastSignInAt: z.iso.datetime().nullable(),
  /** The entity at the top of the account, by which the second address of the page names it (CONN-17). */
  organizationId: z.string().nullable(),
  /** Where machines connect, and what proves to them that they are there; null where the server runs without SFTP. */
  server: z
    .object({
      host: z.string(),
      port: z.int(),
      /** SHA-256 of the server's Ed25519 key, as OpenSSH writes it. */
      fingerprint: z.string(),
    })
    .nullable(),
})
/** SFTP access of an account. */
export type SftpAccessAnswer = z.output<typeof sftpAccessAnswer>

/** `GET /api/sftp-access`. */
export const readSftpAccessCall = { method: 'get', path: '/api/sftp-access', answer: sftpAccessAnswer } as const

/**
 * `POST /api/sftp-access/enable`: opens the access with a new password, which this answer alone carries. The former
 * password is dead and its sessions end. `If-Match` refuses an enabling over another one that was not seen.
 */
export const enableSftpAccessCall = {
  method: 'post',
  path: '/api/sftp-access/enable',
  body: z.strictObject({}),
  answer: sftpAccessAnswer.extend({ password: z.string() }),
} as const

/** `POST /api/sftp-access/disable`: the password is forgotten and open sessions end; disabling again changes nothing. */
export const disableSftpAccessCall = {
  method: 'post',
  path: '/api/sftp-access/disable',
  body: z.strictObject({}),
  answer: sftpAccessAnswer,
} as const
