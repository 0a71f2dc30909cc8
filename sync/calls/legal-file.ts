import * as z from 'zod'
import { legalFileDocuments } from '#domain/settings/legal-file.ts'
import { languages } from '#domain/kernel/languages.ts'

const params = z.strictObject({ document: z.enum(legalFileDocuments) })
const query = z.strictObject({
  language: z.enum(languages).optional().describe('The language of the file; the account’s without it'),
})

/** The PDF of a legal text (SET-14). */
const legalFile = z.object({
  document: z.enum(legalFileDocuments),
  language: z.enum(languages),
  /** Address at which everybody reads it; its bytes never change. */
  path: z.string(),
  bytes: z.int(),
  /** Rises with each file that takes the place of another. */
  version: z.int(),
  createdAt: z.iso.datetime(),
})

export type LegalFileAnswer = z.output<typeof legalFile>

/** `GET /api/legal-files`: the legal texts of the account that have a PDF. */
export const listLegalFilesCall = {
  method: 'get',
  path: '/api/legal-files',
  answer: z.object({
    files: z.array(legalFile),
    isScanned: z.boolean().describe('Whether a virus scanner looks at each file before it is kept'),
  }),
} as const

/**
 * `PUT /api/legal-files/{document}`: a PDF in Base64, in place of the one there in that language. `If-Match` names the
 * version that it replaces, 0 where there is none.
 */
export const putLegalFileCall = {
  method: 'put',
  path: '/api/legal-files/{document}',
  params,
  query,
  body: z.strictObject({ pdf: z.base64().min(4).max(1_400_000) }),
  answer: legalFile,
} as const

/** `DELETE /api/legal-files/{document}`; `If-Match` as above. */
export const deleteLegalFileCall = { method: 'delete', path: '/api/legal-files/{document}', params, query } as const

/** `GET /api/public/legal-files/{id}`: the PDF itself. */
export const readLegalFileCall = {
  method: 'get',
  path: '/api/public/legal-files/{id}',
  params: z.object({ id: z.guid().toLowerCase() }),
} as const

/** The address of a PDF. */
export function legalFilePath(id: string): string {
  return `/api/public/legal-files/${id}`
}
