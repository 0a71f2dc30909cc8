import { createTransport } from 'nodemailer'
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

/** Whether an SMTP server refused a mail for good, so that another attempt is pointless. */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error) || !('responseCode' in error)) return false
  return typeof error.responseCode === 'number' && error.responseCode >= 500 && error.responseCode < 600
}
