import type { Config } from '#sync/wire/pull.ts'

/** The name of a user who works in the copy's warehouse; null where the device knows none. */
export function colleagueName(config: Pick<Config, 'people'> | null, userId: string | null): string | null {
  return config?.people?.find(({ id }) => id === userId)?.name ?? null
}
