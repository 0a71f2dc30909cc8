/** Which account runs PostgreSQL: one's own, root shown to it as nobody, or nobody. */
export function postgresAccount(): {
  readonly kind: 'self' | 'mapped' | 'nobody'
  readonly uid: number | undefined
  /** The command that starts another one as that account. */
  readonly prefix: readonly string[]
}
