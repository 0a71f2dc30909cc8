import * as z from 'zod'
import { requiredText, textOf } from '../kernel/text-input.schema.ts'
import { labelSizes } from './document-kind.ts'

/** Ports that label printers listen on, 9143 by TLS; no other is ever called, so that no other service can be reached. */
export const printerPorts = [9100, 9101, 9102, 9103, 9104, 9105, 9106, 9107, 9108, 9109, 6101, 9143] as const

/** The SHA-256 fingerprint of a certificate, as printers and programs write it; empty where none is given. */
const fingerprint = textOf('code')
  .overwrite((text) => text.replaceAll(/[\s:]/g, '').toUpperCase())
  .refine((text) => /^([\dA-F]{64})?$/.test(text), 'FORM_FINGERPRINT_INVALID')

const name = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/

/** A printer as its form writes it: a host name or address without scheme, path or user. */
export const printerSchema = z.strictObject({
  name: requiredText(),
  host: textOf('code')
    .toLowerCase()
    .min(1, 'FORM_REQUIRED')
    .refine((host) => name.test(host) || z.ipv6().safeParse(host).success, 'FORM_HOST_INVALID'),
  port: z.int().refine((port) => (printerPorts as readonly number[]).includes(port), 'FORM_PORT_NOT_ALLOWED'),
  media: z.enum(labelSizes),
  dotsPerMm: z.union([z.literal(8), z.literal(12)]),
  active: z.boolean(),
  /** Whether it is spoken to by TLS. */
  encrypted: z.boolean(),
  /** The one certificate that is believed then, by whatever hand it is signed; without it, those that authorities have signed. */
  fingerprint,
})
/** What may be said of a printer. */
export type PrinterValues = z.output<typeof printerSchema>
