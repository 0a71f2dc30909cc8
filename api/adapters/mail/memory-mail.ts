import type { MailTransport, OutgoingMail } from './mail-transport.ts'

/** A mail with the time of its delivery. */
export interface KeptMail extends OutgoingMail {
  readonly sentAt: Date
}

/** Keeps mails in memory: for the development mailbox page, and for tests. */
export interface MemoryMail extends MailTransport {
  readonly sent: readonly KeptMail[]
}

/** How many mails are remembered; older ones are forgotten. */
const memory = 200

/** Creates a transport that delivers to nobody. */
export function createMemoryMail(now: () => Date): MemoryMail {
  const sent: KeptMail[] = []
  return {
    sent,
    send: async (mail) => {
      sent.push({ ...mail, sentAt: now() })
      if (sent.length > memory) sent.shift()
    },
    close: () => undefined,
  }
}
