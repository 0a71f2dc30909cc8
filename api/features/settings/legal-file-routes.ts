import type { Database } from '#api/db/database.ts'
import { inAccount } from '#api/db/in-account.ts'
import type { Clock } from '#api/http/clock.ts'
import { demandHarmless } from '#api/http/demand-harmless.ts'
import { refuse } from '#api/http/failure.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { checkVersion, versioned } from '#api/http/if-match.ts'
import { checkPdf, legalFileErrors } from '#domain/settings/legal-file.ts'
import { fileVerdictErrors, type FileScanner } from '#domain/kernel/file-verdict.ts'
import { succeed } from '#domain/kernel/result.ts'
import { deleteLegalFileCall, listLegalFilesCall, putLegalFileCall, readLegalFileCall } from '#sync/calls/legal-file.ts'
import {
  deleteLegalFile,
  listLegalFiles,
  lockLegalFile,
  putLegalFile,
  readPublicLegalFile,
} from './legal-file-queries.ts'

/** What the routes of legal files are built from. */
export interface LegalFileDeps {
  readonly database: Database
  readonly now: Clock
  /** Looks at each file before it is kept; null: the installation has none. */
  readonly scanner: FileScanner | null
}

/** A file somewhat beyond its limit, in Base64, so that one that is too large is told so by its own code. */
const bodyBytes = 1_500_000

/** The PDF files of an account's legal texts (SET-14), and each as everybody reads it. */
export function createLegalFileRoutes({ database, now, scanner }: LegalFileDeps): readonly DeclaredRoute[] {
  return [
    route(
      { ...listLegalFilesCall, permission: 'settings.read', summary: 'PDF files of legal texts' },
      async ({ caller: { accountId } }) =>
        succeed({
          files: await inAccount(database, accountId, (tx) => listLegalFiles(tx, accountId), { readOnly: true }),
          isScanned: scanner !== null,
        }),
    ),

    route(
      {
        ...putLegalFileCall,
        permission: 'settings.update',
        summary: 'Give a legal text as a PDF',
        maxBodyBytes: bodyBytes,
        refusals: [...legalFileErrors, ...fileVerdictErrors, 'REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller: { accountId }, params: { document }, query: { language }, body, http, answerHeaders }) => {
        const bytes = Buffer.from(body.pdf, 'base64')
        const checked = checkPdf(bytes)
        if (!checked.ok) return refuse(checked.error, { field: 'pdf' })
        const harmless = await demandHarmless(scanner, bytes, 'pdf')
        if (!harmless.ok) return harmless
        const file = { document, language, bytes, now: now() }
        const kept = await inAccount(database, accountId, async (tx) => {
          const present = await lockLegalFile(tx, accountId, file)
          const fresh = checkVersion(http.headers, present ?? { version: 0 })
          return fresh.ok ? succeed(await putLegalFile(tx, accountId, file)) : fresh
        })
        return kept.ok ? versioned(answerHeaders, kept.value) : kept
      },
    ),

    route(
      {
        ...deleteLegalFileCall,
        permission: 'settings.update',
        summary: 'Take the PDF of a legal text away',
        refusals: ['REQUEST_NOT_FOUND', 'REQUEST_VERSION_CONFLICT'],
      },
      async ({ caller: { accountId }, params: { document }, query: { language }, http }) =>
        inAccount(database, accountId, async (tx) => {
          const key = { document, language }
          const fresh = checkVersion(http.headers, await lockLegalFile(tx, accountId, key))
          if (!fresh.ok) return fresh
          await deleteLegalFile(tx, accountId, key)
          return succeed(undefined)
        }),
    ),

    route(
      {
        ...readLegalFileCall,
        permission: 'none',
        summary: 'A legal text as a PDF',
        fileTypes: ['application/pdf'],
        refusals: ['REQUEST_NOT_FOUND'],
      },
      async ({ params }) => {
        const bytes = await readPublicLegalFile(database, params.id)
        return bytes === null ? refuse('REQUEST_NOT_FOUND') : succeed(fileResponse(bytes))
      },
    ),
  ]
}

// Saved and not drawn: what an account uploads runs nothing under the address of the program.
function fileResponse(bytes: Buffer): Response {
  const headers = new Headers({
    'content-type': 'application/pdf',
    'content-length': String(bytes.byteLength),
    'content-disposition': 'attachment; filename="terms.pdf"',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  return new Response(new Uint8Array(bytes), { headers })
}
