import * as z from 'zod'
import type { KeyValues } from '#web/lib/local-storage.ts'

const key = 'setupEndTold'
const stored = z.array(z.string())

/** Whether a user of this device has closed the notice that an account's set-up is complete. */
export function isSetupEndTold(storage: KeyValues, accountId: string): boolean {
  return readAll(storage).includes(accountId)
}

/** Keeps that it was closed. */
export function keepSetupEndTold(storage: KeyValues, accountId: string): void {
  storage.setItem(key, JSON.stringify([...new Set([...readAll(storage), accountId])]))
}

function readAll(storage: KeyValues): readonly string[] {
  try {
    return stored.parse(JSON.parse(storage.getItem(key) ?? '[]'))
  } catch {
    return []
  }
}
