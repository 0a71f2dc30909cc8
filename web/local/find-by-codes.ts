import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from './engine.ts'

/** Longest wait for a copy that is being opened, in milliseconds; without one, a code is not recognised. */
const copyWaitMs = 5_000

/**
 * Items that any of these codes name, as this device knows them with its own work on top. A scan right after the start
 * comes before the copy is open, and would be unknown to it: the look-up waits for the copy.
 */
export async function findByCodes(engine: Engine, codes: readonly string[]): Promise<readonly ItemRow[]> {
  if (codes.length === 0) return []
  await copyOpened(engine)
  return (await engine.view([], codes)).map(({ item }) => item)
}

async function copyOpened(engine: Engine): Promise<void> {
  if (engine.config() !== null) return
  const opened = Promise.withResolvers<void>()
  const timer = setTimeout(opened.resolve, copyWaitMs)
  const leave = engine.subscribe(() => {
    if (engine.config() !== null) opened.resolve()
  })
  await opened.promise
  clearTimeout(timer)
  leave()
}
