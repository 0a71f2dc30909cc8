import * as z from 'zod'
import { legalFileDocuments } from '#domain/configuration/legal-file.ts'

const params = z.strictObject({ document: z.enum(legalFileDocuments) })

/** The PDF of a legal text (SET-14). */
const legalFile = z.object({
  document: z.enum(legalFileDocuments),
  /** Address at which everybody reads it; its bytes never change. */
  path: z.string(),
  bytes: z.int(),
  createdAt: z.iso.datetime(),
})

/** `GET /api/legal-files`: the legal texts of the account that have a PDF. */
export const listLegalFilesCall = {
  method: 'get',
  path: '/api/legal-files',
  answer: z.object({ files: z.array(legalFile) }),
} as const

/** `PUT /api/legal-files/{document}`: a PDF in Base64, in place of the one there. */
export const putLegalFileCall = {
  method: 'put',
  path: '/api/legal-files/{document}',
  params,
  body: z.strictObject({ pdf: z.base64().min(4).max(1_400_000) }),
  answer: legalFile,
} as const

/** `DELETE /api/legal-files/{document}`. */
export const deleteLegalFileCall = { method: 'delete', path: '/api/legal-files/{document}', params } as const

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
