import * as z from 'zod'
import { languages } from '#domain/kernel/languages.ts'
import { importColumns, importLimits } from '#domain/organization/user-import.ts'
import { newUserSchema } from '#domain/organization/user.schema.ts'

const fault = z.object({
  column: z.enum(importColumns).nullable(),
  /** What is wrong with the line itself, or the code of a refusal. */
  code: z.string(),
  otherLine: z.int().optional(),
})
/** What is wrong with a line. */
export type ImportLineFault = z.output<typeof fault>

const checkedLine = z.object({
  /** As the file counts them: the head is line 1. */
  line: z.int(),
  cells: z.array(z.string()),
  /** To be made; there already, inside the caller's branch; or refused. */
  state: z.enum(['ready', 'known', 'refused']),
  /** What importing the line sends; null of any other than a ready one. */
  user: newUserSchema.nullable(),
  faults: z.array(fault),
})
/** A line of a file that was checked. */
export type CheckedLine = z.output<typeof checkedLine>

/** `POST /api/users/import/check` (ORG-43): what a file would do, line by line; nothing is written. */
export const checkUserFileCall = {
  method: 'post',
  path: '/api/users/import/check',
  body: z.strictObject({ csv: z.string().max(importLimits.characters) }),
  answer: z.object({ columns: z.array(z.enum(importColumns)), lines: z.array(checkedLine) }),
} as const
/** What a file would do. */
export type CheckedUserFile = z.output<typeof checkUserFileCall.answer>

/**
 * `POST /api/users/import` (ORG-43): creates users, each under the rules of a single creation; a user who exists
 * already is left unchanged.
 */
export const importUsersCall = {
  method: 'post',
  path: '/api/users/import',
  body: z.strictObject({ users: z.array(newUserSchema).min(1).max(importLimits.batch) }),
  answer: z.object({
    results: z.array(
      z.object({ email: z.string(), state: z.enum(['made', 'known', 'refused']), faults: z.array(fault) }),
    ),
  }),
} as const
/** The result for one user. */
export type ImportResult = z.output<typeof importUsersCall.answer>['results'][number]

/** `GET /api/users/import/guide.pdf` (ORG-44): how a file of users is written. */
export const userImportGuideCall = {
  method: 'get',
  path: '/api/users/import/guide.pdf',
  query: z.strictObject({ language: z.enum(languages) }),
} as const

/** `GET /api/users/import/template.csv` (ORG-44): a file with the columns alone. */
export const userImportTemplateCall = { method: 'get', path: '/api/users/import/template.csv' } as const
