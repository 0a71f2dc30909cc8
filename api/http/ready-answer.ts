import { createHash } from 'node:crypto'
import { bestEncoding, compressed, worthCompressing, type Encoding } from './compressed.ts'

/** What a ready answer is made of. */
export interface ReadyParts {
  /** The answer as JSON, without anything that its schema does not name. */
  readonly json: string
  readonly type: string
}

/** An answer that has been written out once and goes to many callers, who may say which one they have. */
export class ReadyAnswer {
  readonly etag: string
  readonly #body: Buffer
  readonly #type: string
  readonly #encoded = new Map<Encoding, Promise<Buffer>>()

  constructor({ json, type }: ReadyParts) {
    this.#body = Buffer.from(json)
    this.#type = type
    this.etag = `"${createHash('sha256').update(this.#body).digest('base64url').slice(0, 22)}"`
  }

  /** Bytes that keeping it takes, estimated: the body, and both encodings at a third of it each. */
  get size(): number {
    return Math.ceil((this.#body.length * 5) / 3)
  }

  /** What the JSON says. */
  value(): unknown {
    return JSON.parse(this.#body.toString('utf8'))
  }

  /** The answer to one caller. Browsers may keep it and ask each time whether it still stands. */
  async answer(asked: Headers, others: Headers): Promise<Response> {
    const headers: Record<string, string> = {
      ...Object.fromEntries(others),
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding',
      etag: this.etag,
    }
    if (isKnown(asked.get('if-none-match'), this.etag)) return new Response(null, { status: 304, headers })
    headers['content-type'] = this.#type
    const encoding = this.#body.length < worthCompressing ? null : bestEncoding(asked)
    if (encoding !== null) headers['content-encoding'] = encoding
    const body = encoding === null ? this.#body : await this.#in(encoding)
    headers['content-length'] = String(body.length)
    return new Response(body as Uint8Array<ArrayBuffer>, { status: 200, headers })
  }

  #in(encoding: Encoding): Promise<Buffer> {
    const present = this.#encoded.get(encoding) ?? compressed(this.#body, encoding)
    this.#encoded.set(encoding, present)
    return present
  }
}

function isKnown(asked: string | null, etag: string): boolean {
  if (asked === null) return false
  // A proxy that compresses marks the tag as weak; what it stands for is the same.
  return asked.split(',').some((each) => each.trim().replace(/^W\//, '') === etag)
}
