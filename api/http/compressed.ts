import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** Encodings in which answers are kept. */
export type Encoding = 'br' | 'gzip'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Shorter bodies gain nothing. */
export const worthCompressing = 1024

/** The best encoding that the caller accepts; null where it accepts none of ours. */
export function bestEncoding(headers: Headers): Encoding | null {
  const accepted = headers.get('accept-encoding')
  if (accepted === null) return null
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/** A body in an encoding; for bodies that are compressed once and sent often. */
export function compressed(body: Uint8Array, encoding: Encoding): Promise<Buffer> {
  return encoding === 'br'
    ? compressBrotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
    : compressGzip(body)
}
