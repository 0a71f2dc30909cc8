/** What a scanner says of a file; `unknown` where it has not said anything. */
export type ScanVerdict = 'harmless' | 'harmful' | 'unknown'

/** Looks for viruses in files that others are given as they came. */
export interface FileScanner {
  scan(bytes: Uint8Array): Promise<ScanVerdict>
}

/**
 * Why a file is not taken that others would be given as it came: a virus scanner knows it, or is away, and then nothing is
 * taken that nobody has looked at.
 */
export const fileVerdictErrors = ['FILE_HARMFUL', 'FILE_NOT_SCANNED'] as const
export type FileVerdictError = (typeof fileVerdictErrors)[number]
