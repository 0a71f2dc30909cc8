import { setTimeout } from 'node:timers/promises'
import { pictureIdOf, readPictureCall } from '#sync/calls/picture.ts'
import type { EmbedPicture } from '#sync/calls/journey.ts'
import type { DeclaredRoute } from './route.ts'

/** What a picture may add to a page, before Base64: some 50 ms on a slow phone network. */
const mostBytes = 8_000

/** How long a page waits for a picture that is only being made: less than the way there and back that it spares. */
const mostWaitingMs = 60

const mostKept = 300

/**
 * Puts small pictures into pages, as the route of pictures sends them, and keeps those that were asked for last: a
 * picture never changes under its address.
 */
export function createPictureEmbedding(routes: readonly DeclaredRoute[]): EmbedPicture {
  const route = routes.find(({ spec }) => spec.path === readPictureCall.path && spec.method === 'get')
  const kept = new Map<string, string | null>()
  const keep = async (address: string): Promise<string | null> => {
    const embedded = route === undefined ? null : await read(route, address)
    // A picture that is not there now may be there a moment later.
    if (embedded === undefined) return null
    kept.set(address, embedded)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
    return embedded
  }
  return async (address) => {
    const known = kept.get(address)
    if (known !== undefined) return known
    return Promise.race([keep(address), setTimeout(mostWaitingMs, null, { ref: false })])
  }
}

/** Null for a picture that is too large; undefined for one that could not be read. */
async function read({ spec, handle }: DeclaredRoute, address: string): Promise<string | null | undefined> {
  const { pathname, searchParams } = new URL(address, 'http://page.invalid')
  const params = spec.params?.safeParse({ id: pictureIdOf(pathname) })
  const query = spec.query?.safeParse(Object.fromEntries(searchParams))
  if (params?.success !== true || query?.success !== true) return undefined
  const signal = new AbortController().signal
  const http = { requestId: '', address: '', host: '', origin: '', secure: false, headers: new Headers(), signal }
  const call = { params: params.data, query: query.data, body: undefined, http, answerHeaders: new Headers() }
  // A page without this picture asks for it by its address, which tells what became of it.
  const sent = await handle({ caller: null as never, ...call })
    .then(async (result) => {
      if (!result.ok || !(result.value instanceof Response)) return null
      return { type: result.value.headers.get('content-type'), bytes: Buffer.from(await result.value.arrayBuffer()) }
    })
    .catch(() => null)
  if (sent === null) return undefined
  return sent.bytes.byteLength > mostBytes ? null : `data:${sent.type};base64,${sent.bytes.toString('base64')}`
}
