import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailTransport } from './mail-transport.ts'

/** How many mails are on their way at once: one for which a server takes long delays that one alone. */
export const mailLanes = 8

/** The mail server and who writes. */
export interface SmtpOptions {
  readonly url: string
  readonly from: string
  /** Whether a server that offers no STARTTLS gets neither mail nor login. */
  readonly demandsTls: boolean
}

/** Sends through the SMTP server of a URL such as `smtp://user:password@host:587`. */
export function createSmtpMail({ url, from, demandsTls }: SmtpOptions): MailTransport {
  // A relay may take ten minutes to answer the end of a text (RFC 5321, 4.5.3.2.6): who stops waiting earlier does not
  // know whether it took the mail, and sends it a second time.
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 600_000 }
  const pool = { url: demandsTls ? encrypting(url) : url, pool: true, maxConnections: mailLanes } as const
  const transport = createTransport({ ...pool, ...timeouts }, { from })
  return {
    send: async ({ messageId, ...mail }) => {
      await transport.sendMail({ ...mail, messageId, headers: { 'Auto-Submitted': 'auto-generated' } })
    },
    close: () => transport.close(),
  }
}

// What the address asks for goes before any option.
function encrypting(url: string): string {
  const demanding = new URL(url)
  demanding.searchParams.set('requireTLS', 'true')
  demanding.searchParams.set('tls.rejectUnauthorized', 'true')
  return demanding.href
}

/** A server's wish for a login, which some utter only at the text. */
const loginRequired = 530
/** Refusals that speak of a mailbox where no enhanced code says what is meant. */
const mailboxCodes: readonly (number | undefined)[] = [550, 551, 553]

/**
 * Whether an SMTP server refused this very mail for good, because of its recipient or its text, so that another attempt
 * is pointless. A refused client, greeting, login, relay or sender concerns every mail, and stops once an administrator
 * has fixed it. Many servers report these only at the recipient or after the text: their enhanced code (RFC 3463) tells
 * them apart, by policy (5.7) or by the sender's address (5.1.7, 5.1.8).
 */
export function isPermanentRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, command, permanent, response, responseCode }: Partial<NodemailerError> = error
  if (permanent !== true || responseCode === loginRequired) return false
  const enhanced = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?!\S)/.exec(response ?? '')?.[1]
  if (enhanced !== undefined && /^5\.(?:7\.|1\.[78]$)/.test(enhanced)) return false
  if (code === 'EMESSAGE') return true
  if (code !== 'EENVELOPE' || command !== 'RCPT TO') return false
  return enhanced === undefined ? mailboxCodes.includes(responseCode) : /^5\.[12]\./.test(enhanced)
}
