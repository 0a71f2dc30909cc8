import type { Generated } from 'kysely'
import type { ProposalEnd } from '#domain/quarantine/proposal.ts'

/** A lower price that a test proposes to the customer; only the token's hash is kept. */
export interface PriceProposalTable {
  readonly account_id: string
  readonly id: string
  readonly item_id: string
  readonly buyback_id: string
  readonly price_cents: number
  readonly created_at: Generated<Date>
  /** Null until its mail is made. */
  readonly token_hash: Buffer | null
  readonly expires_at: Date | null
  readonly mail_problem: 'no_address' | 'failed' | null
  /** How often the database could not make its mail. */
  readonly mail_attempts: Generated<number>
  /** When its mail is tried again; null where nothing has failed yet. */
  readonly mail_due_at: Date | null
  readonly answer: 'accepted' | 'declined' | null
  readonly answered_at: Date | null
  readonly voided_at: Date | null
  readonly void_reason: 'released' | 'closed' | 'replaced' | null
  /** Of the links in earlier mails, which stay good. */
  readonly earlier_token_hashes: Generated<Buffer[]>
  /** How many reminders its customer has had. */
  readonly reminders: Generated<number>
  /** What its mail has announced for the end of its time. */
  readonly end_choice: Generated<ProposalEnd>
  /** Whether the end of its time has answered it. */
  readonly is_by_deadline: Generated<boolean>
}

/** The label for the way back of an item, of one return. */
export interface ReturnLabelTable {
  readonly account_id: string
  readonly id: string
  readonly item_id: string
  /** Eighteen digits, the last a check digit. */
  readonly number: string
  readonly created_at: Generated<Date>
  readonly created_by: string | null
  /** When the product left with it; an item has one label at most that has not left. */
  readonly left_at: Date | null
}
