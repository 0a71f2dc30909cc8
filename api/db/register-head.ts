/** The last line of an account's register on a day, as it is written outside the database. */
export interface DayHead {
  readonly accountId: string
  /** Of the account's calendar, `YYYY-MM-DD`. */
  readonly day: string
  readonly number: string
  /** In hexadecimal. */
  readonly hash: string
}

/** A head in one line, the same in files and in mails. */
export function writtenHead({ accountId, day, number, hash }: DayHead): string {
  return [accountId, day, number, hash].join(';')
}

const written = /\b([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12});(\d{4}-\d\d-\d\d);(\d{1,15});([0-9a-f]{64})\b/g

/** The heads that a text names, be it a file or a mail; what else it says is passed over. */
export function readHeadsFrom(text: string): readonly DayHead[] {
  return [...text.matchAll(written)].map(([, accountId = '', day = '', number = '', hash = '']) => ({
    accountId,
    day,
    number,
    hash,
  }))
}
