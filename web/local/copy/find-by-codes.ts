import type { ItemRow } from '#sync/wire/item-row.ts'
import type { Engine } from '#web/local/engine/engine.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'

/** Longest wait for a copy that is being opened, in milliseconds; without one, a code is not recognised. */
const copyWaitMs = 5_000

/** The same where a copy that goes on failing recognises nothing, for screens that look again as soon as it is back. */
export function recogniseByCodes(engine: Engine, codes: readonly string[]): Promise<readonly ItemRow[]> {
  return findByCodes(engine, codes).catch((error: unknown) => {
    if (!isStorageError(error)) throw error
    return []
  })
}

/** What is known of items, which is nothing while the copy fails: for work that goes on without. */
export async function knownItems(
  engine: Pick<Engine, 'view'>,
  ids: readonly string[],
  codes: readonly string[] = [],
): Promise<readonly ItemRow[]> {
  const views = await engine.view(ids, codes).catch((error: unknown) => {
    if (!isStorageError(error)) throw error
    return []
  })
  return views.map(({ item }) => item)
}

/** Pause before a copy that has failed is asked once more: its next worker begins after a second. */
const againMs = 1_600

/**
 * Items that any of these codes name, as this device knows them with its own work on top. A scan right after the start
 * comes before the copy is open, and would be unknown to it: the look-up waits for the copy, and asks one that has
 * failed once more. Where it fails again nobody can say what the code means, which is an error.
 */
export async function findByCodes(engine: Engine, codes: readonly string[]): Promise<readonly ItemRow[]> {
  if (codes.length === 0) return []
  await copyOpened(engine)
  const views = await engine.view([], codes).catch(async (error: unknown) => {
    if (!isStorageError(error)) throw error
    await new Promise((done) => setTimeout(done, againMs))
    return engine.view([], codes)
  })
  return views.map(({ item }) => item)
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
