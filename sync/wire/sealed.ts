import * as z from 'zod'
import { languages } from '#domain/kernel/languages.ts'
import { capturedText } from '#domain/kernel/text-input.schema.ts'
import { bankBody, customerBody, identificationBody } from './sale.ts'

/** Names content by its hash. */
export const hashId = z.string().regex(/^[0-9a-f]{32}$/)

/** Longest path of a signature: some thousand points. */
export const signatureLimit = 16_000

/** A signature as it was drawn, as the path of an SVG. */
export const signatureSchema = z.strictObject({
  width: z.int().min(1).max(4000),
  height: z.int().min(1).max(4000),
  /** Absolute and relative commands of lines and curves with their numbers. */
  path: z
    .string()
    .min(1)
    .max(signatureLimit)
    .regex(/^[MLCQmlcq][MLCQmlcqZz0-9 ,.-]*$/),
})
/** A signature as it was drawn. */
export type Signature = z.output<typeof signatureSchema>

/** What a seller confides at a counter; it leaves the memory of the device sealed alone. */
export const confidedSchema = z.strictObject({
  /** Absent where a predeclared buyback keeps what the web was told. */
  customer: customerBody.optional(),
  identification: identificationBody.optional(),
  bank: bankBody.optional(),
  language: z.enum(languages).optional(),
  termsAccepted: z.boolean(),
  /** A customer who was found again: what is left out is taken over from there, as far as it is the same person's. */
  formerId: z.uuid().optional(),
  /** Whether the customer agrees to be found again by phone or e-mail; absent where nobody was asked. */
  mayBeFound: z.boolean().optional(),
  /** Drawn, or the customer's name typed where nobody can draw. */
  signature: signatureSchema.optional(),
  signedName: capturedText(141, 'line').min(2).optional(),
})
/** What a seller confides at a counter. */
export type Confided = z.output<typeof confidedSchema>

const base64url = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/)

/**
 * A text that the server alone opens: ECDH over P-256 between a key that the device makes for this text and forgets, and
 * the account's public key `keyId`; HKDF-SHA-256 makes the key of AES-256-GCM from it. What it is about (`boundTo`)
 * is bound to it, so that it opens for nothing else.
 */
export const sealedSchema = z.strictObject({
  keyId: z.uuid(),
  /** Uncompressed point of the device's key. */
  point: base64url(120),
  iv: base64url(24),
  body: base64url(64_000),
})
/** A text that the server alone opens. */
export type Sealed = z.output<typeof sealedSchema>

/** The purpose from which the key of a sealed text is derived. */
export const sealPurpose = 'reprise counter seal 1'

/** What a sealed text is about: a sale's cart, or a predeclared item. */
export interface SealedAbout {
  readonly kind: 'sale' | 'item'
  readonly id: string
}

/** What is bound to a sealed text. */
export function boundTo(accountId: string, { kind, id }: SealedAbout): string {
  return `${accountId} ${kind} ${id}`
}
