import * as z from 'zod'
import { cookiesSchema, cookiesTexts } from '#domain/settings/white-label.schema.ts'
import { languages } from '#domain/kernel/languages.ts'
import { legalTextNames, legalTexts, legalText, legalTranslations } from './settings.ts'
import { idParams } from './organization.ts'
import { translationsOf } from './translations.ts'

const clientPages = z.object({
  /** Name of the client. */
  name: z.string(),
  /** Of the client's settings, whose other fields raise it too. */
  version: z.int(),
  /** In which its own texts are. */
  language: z.enum(languages),
  ...legalTexts,
  translations: translationsOf(legalTextNames),
})
/** The texts of a client's public pages. */
export type ClientPages = z.output<typeof clientPages>

/** `GET /api/accounts/{id}/pages`: for administrators of clients. */
export const readClientPagesCall = {
  method: 'get',
  path: '/api/accounts/{id}/pages',
  params: idParams,
  answer: clientPages,
} as const

/** `PATCH /api/accounts/{id}/pages` as a merge patch; `If-Match` refuses a change made over an older version. */
export const patchClientPagesCall = {
  method: 'patch',
  path: '/api/accounts/{id}/pages',
  params: idParams,
  bodyType: 'merge-patch',
  body: z.strictObject({ ...legalTexts, translations: legalTranslations }).partial(),
  answer: clientPages,
} as const
/** The texts that a merge patch may name. */
export type ClientPagesPatch = z.output<typeof patchClientPagesCall.body>

/** The cookies policy of a client, which stands with its white label; the version is the account's. */
const clientCookies = z.object({
  version: z.int(),
  cookiesPolicy: legalText,
  translations: translationsOf(cookiesTexts),
})
/** The cookies policy of a client. */
export type ClientCookies = z.output<typeof clientCookies>

/** `GET /api/accounts/{id}/pages/cookies-policy`: for administrators of clients. */
export const readClientCookiesCall = {
  method: 'get',
  path: '/api/accounts/{id}/pages/cookies-policy',
  params: idParams,
  answer: clientCookies,
} as const

/** `PATCH /api/accounts/{id}/pages/cookies-policy` as a merge patch, with `If-Match` as the other pages. */
export const patchClientCookiesCall = {
  method: 'patch',
  path: '/api/accounts/{id}/pages/cookies-policy',
  params: idParams,
  bodyType: 'merge-patch',
  body: cookiesSchema.partial(),
  answer: clientCookies,
} as const
/** What a merge patch may name. */
export type ClientCookiesPatch = z.output<typeof patchClientCookiesCall.body>
