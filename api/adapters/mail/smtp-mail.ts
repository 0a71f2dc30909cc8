import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailTransport } from './mail-transport.ts'

/** Sends through the SMTP server of a URL such as `smtp://user:password@host:587`. */
export function createSmtpMail({ url, from }: { readonly url: string; readonly from: string }): MailTransport {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
  const transport = createTransport({ url, pool: true, maxConnections: 2, ...timeouts }, { from })
  return {
    send: async ({ messageId, ...mail }) => {
      await transport.sendMail({ ...mail, messageId, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
    close: () => transport.close(),
  }
}

/** A server's wish for a login, which some utter only at the recipient. */
const loginRequired = 530

/**
 * Whether an SMTP server refused this very mail for good, its recipient or its text, so that another attempt is
 * pointless. A refused greeting, login or sender concerns every mail, and passes once somebody has mended it.
 */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, command, permanent, responseCode }: Partial<NodemailerError> = error
  if (code !== 'EMESSAGE' && !(code === 'EENVELOPE' && command === 'RCPT TO')) return false
  return permanent === true && responseCode !== loginRequired
}
