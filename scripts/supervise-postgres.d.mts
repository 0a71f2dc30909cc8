import type { RunningPostgres } from './embedded-postgres.mjs'

export function supervisePostgres(options: {
  readonly folder: string
  readonly postgres: Pick<RunningPostgres, 'pid' | 'port' | 'stop'>
  readonly told: (sentence: string) => void
}): { stop(): Promise<void> }
