/** A mail ready to go out. `messageId` stays the same over every attempt, so that a receiver can tell a repetition. */
export interface OutgoingMail {
  readonly messageId: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Where answers go; without it, to the sender. */
  readonly replyTo?: string
}

/** Takes mails to their receivers. Throws when a mail was not taken over. */
export interface MailTransport {
  send(mail: OutgoingMail): Promise<void>
  close(): void
}
