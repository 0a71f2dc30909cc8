import type { FileScanner, FileVerdictError } from '#domain/kernel/file-verdict.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { refuse, type Failure } from './failure.ts'

/** For a scanner that is started again. */
const awaySeconds = 30

/** Why a file is not taken; null for one that is, and for every one of an installation without a scanner. */
export async function verdictError(scanner: FileScanner | null, bytes: Uint8Array): Promise<FileVerdictError | null> {
  const verdict = scanner === null ? 'harmless' : await scanner.scan(bytes)
  if (verdict === 'harmless') return null
  return verdict === 'harmful' ? 'FILE_HARMFUL' : 'FILE_NOT_SCANNED'
}

/** Refuses a file in which the scanner has found a virus, or that it has not scanned. */
export async function demandHarmless(
  scanner: FileScanner | null,
  bytes: Uint8Array,
  field?: string,
): Promise<Result<void, Failure>> {
  const code = await verdictError(scanner, bytes)
  if (code === null) return succeed(undefined)
  return refuse(code, {
    ...(field && { field }),
    ...(code === 'FILE_NOT_SCANNED' && { retryAfterSeconds: awaySeconds }),
  })
}
