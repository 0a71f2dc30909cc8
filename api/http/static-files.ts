import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { bestEncoding, compressed, worthCompressing, type Encoding } from './compressed.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.pdf': 'application/pdf',
}
const compressible = /^(text\/|application\/(json|manifest|wasm)|image\/svg)/

interface StoredFile {
  readonly stamp: string
  readonly type: string
  readonly etag: string
  readonly body: Buffer
  readonly compressed: Map<string, Promise<Buffer>>
}

/** Serves the files of the built web app. */
export interface StaticFiles {
  /** The answer for a file below the folder; null where there is none. */
  answer(request: Request, filePath: string): Promise<Response | null>
  /** The text of a file; null where there is none. */
  text(filePath: string): Promise<string | null>
}

/**
 * Files of one folder, kept in memory after the first reading and read again when they change on disk. Names under
 * `assets/` carry a content hash and are cached for good; browsers ask for everything else again each time.
 * Precompressed neighbours (`.br`, `.gz`) are used where present; else a file is compressed once.
 */
export function createStaticFiles(folder: string): StaticFiles {
  const root = path.resolve(folder)
  const files = new Map<string, StoredFile>()

  async function load(filePath: string): Promise<StoredFile | null> {
    const full = path.resolve(root, filePath)
    if (!full.startsWith(root + path.sep) || filePath.includes('\0') || isPrivate(filePath)) return null
    const found = await stat(full).catch(() => null)
    if (found === null || !found.isFile()) return null
    const stamp = `${found.mtimeMs}:${found.size}`
    const known = files.get(full)
    if (known?.stamp === stamp) return known
    const body = await readFile(full)
    const file: StoredFile = {
      stamp,
      type: types[path.extname(full)] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      body,
      compressed: new Map(),
    }
    files.set(full, file)
    return file
  }

  return {
    answer: async (request, filePath) => {
      const file = await load(filePath)
      if (file === null) return null
      const headers = new Headers({
        'content-type': file.type,
        'cache-control': /^assets\//.test(filePath) ? 'public, max-age=31536000, immutable' : 'no-cache',
        etag: file.etag,
        vary: 'accept-encoding',
      })
      if (request.headers.get('if-none-match') === file.etag) return new Response(null, { status: 304, headers })
      const encoding =
        compressible.test(file.type) && file.body.length > worthCompressing ? bestEncoding(request.headers) : null
      const body = encoding === null ? file.body : await encoded(file, path.resolve(root, filePath), encoding)
      if (encoding !== null) headers.set('content-encoding', encoding)
      headers.set('content-length', String(body.length))
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), { headers })
    },
    text: async (filePath) => (await load(filePath))?.body.toString('utf8') ?? null,
  }
}

/** Build reports, the server's own bundle and hidden files are nobody's business. */
function isPrivate(filePath: string): boolean {
  return /(^|\/)\./.test(filePath) || /^server\//.test(filePath) || /\.(br|gz|map)$/.test(filePath)
}

function encoded(file: StoredFile, full: string, encoding: Encoding): Promise<Buffer> {
  const ready = file.compressed.get(encoding)
  if (ready !== undefined) return ready
  const made = readFile(`${full}.${encoding === 'br' ? 'br' : 'gz'}`).catch(() => compressed(file.body, encoding))
  file.compressed.set(encoding, made)
  return made
}
