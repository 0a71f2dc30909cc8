/** How an administrator of the platform opens a client, as screens are given it; nobody else has it. */
export interface ClientOpening {
  /** The account that is open: a client, or the platform's own. */
  readonly openId: string
  /** The one that is being opened. */
  readonly runningId: string | null
  /** Why nothing has changed, in words. */
  readonly unreached: string | null
  readonly open: (accountId: string) => void
}
