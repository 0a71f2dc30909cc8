import { fail, succeed, type Result } from '../kernel/result.ts'

/** Legal texts that may be given as a file, too. */
export const legalFileDocuments = ['eula', 'service-terms', 'faq-and-contact', 'cookies-policy'] as const
export type LegalFileDocument = (typeof legalFileDocuments)[number]

/** The largest file (SET-14). A kilobyte is 1000 bytes. */
export const legalFileBytes = 250_000

/** Why a file is none of these (SET-15); form and server say the same. */
export const legalFileErrors = ['PDF_TYPE_WRONG', 'PDF_TOO_LARGE', 'PDF_BROKEN'] as const
export type LegalFileError = (typeof legalFileErrors)[number]

/** So far from its end a PDF says that it ends, by the specification's own readers. */
const tailBytes = 1024

/** Passes a PDF, judged by its bytes alone: neither its name nor its announced type counts. */
export function checkPdf(bytes: Uint8Array): Result<void, LegalFileError> {
  if (!/^%PDF-[12]\.\d/.test(latin(bytes.subarray(0, 16)))) return fail('PDF_TYPE_WRONG')
  if (bytes.byteLength > legalFileBytes) return fail('PDF_TOO_LARGE')
  // One that was cut off has no end, and nothing that leads to its parts.
  const tail = latin(bytes.subarray(-tailBytes))
  return /startxref\s+\d+\s+%%EOF\s*$/.test(tail) ? succeed(undefined) : fail('PDF_BROKEN')
}

function latin(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes)
}
