/**
 * Why the device's storage refuses: `full`; `private`: the browser forbids storage in this window; `lost`: the
 * connection went away and did not come back; `newer_app`: another tab has a newer or blocking version open;
 * `broken`: anything else that the browser reports.
 */
export const storageReasons = ['full', 'private', 'lost', 'newer_app', 'broken'] as const
export type StorageReason = (typeof storageReasons)[number]

/** A storage error as the engine reports it. */
export interface StorageProblem {
  readonly database: 'outbox' | 'copy'
  readonly reason: StorageReason
  readonly errorName: string
}

const reasons: Readonly<Record<string, StorageReason>> = {
  QuotaExceededError: 'full',
  SecurityError: 'private',
  InvalidStateError: 'lost',
  DatabaseClosedError: 'lost',
  VersionError: 'newer_app',
  BlockedError: 'newer_app',
  MissingAPIError: 'private',
}

/** Classifies an error of IndexedDB or Dexie, which wraps the first in `inner`. */
export function classifyStorageError(error: unknown): { reason: StorageReason; errorName: string } {
  const names = errorNames(error)
  const known = names.find((name) => name in reasons)
  if (known !== undefined) return { reason: reasons[known]!, errorName: known }
  const openingFailed = names.includes('OpenFailedError') && names.includes('InvalidStateError')
  return { reason: openingFailed ? 'private' : 'broken', errorName: names[0] ?? 'unknown' }
}

function errorNames(error: unknown): string[] {
  const names: string[] = []
  for (let at: unknown = error, depth = 0; typeof at === 'object' && at !== null && depth < 5; depth++) {
    if ('name' in at && typeof at.name === 'string') names.push(at.name)
    at = 'inner' in at ? at.inner : undefined
  }
  return names.reverse()
}

/** Whether opening the database again may help. */
export function mayReopeningHelp(reason: StorageReason): boolean {
  return reason === 'lost' || reason === 'broken'
}

const storageErrors = new Set([
  ...Object.keys(reasons),
  'UnknownError',
  'AbortError',
  'ConstraintError',
  'DataCloneError',
  'DataError',
  'NotFoundError',
  'OpenFailedError',
  'PrematureCommitError',
  'ReadOnlyError',
  'TimeoutError',
  'TransactionInactiveError',
  'BulkError',
  'ModifyError',
])

/** Whether an error comes from the storage and not from a mistake of the program. */
export function isStorageError(error: unknown): boolean {
  return errorNames(error).some((name) => storageErrors.has(name))
}
