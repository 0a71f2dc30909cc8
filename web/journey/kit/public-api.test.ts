import { afterEach, expect, it, vi } from 'vitest'
import { CallError, type Call } from '#web/lib/http.ts'
import { createBrowserApi } from './public-api.ts'
import type { VisitorToken } from './visitor.ts'

const things = '/api/public/things'
type Things = Call & { readonly path: typeof things }

/** A server that takes some tokens, and a visitor whose tokens are counted. */
function visit(takes: (token: string) => boolean) {
  const seen: string[] = []
  vi.stubGlobal('fetch', (_address: string, { headers }: { readonly headers: Headers }) => {
    const token = headers.get('authorization')!.slice('Bearer '.length)
    seen.push(token)
    return Promise.resolve(
      takes(token) ? Response.json({ token }) : Response.json({ code: 'ACCESS_SESSION_REQUIRED' }, { status: 401 }),
    )
  })
  let number = 1
  const visitor: VisitorToken = {
    get: () => Promise.resolve(`token ${number}`),
    drop: (token) => {
      if (token === `token ${number}`) number += 1
    },
  }
  return { api: createBrowserApi({}, visitor, 'de-DE'), seen }
}

afterEach(() => vi.unstubAllGlobals())

it('a token that the server no longer takes is asked for again, once', async () => {
  const { api, seen } = visit((token) => token === 'token 2')
  expect(await api.get<Things>(things)).toEqual({ token: 'token 2' })
  expect(seen).toEqual(['token 1', 'token 2'])
  expect(await api.post<Things>(things, { body: {} })).toEqual({ token: 'token 2' })
})

it('a server that takes no token is asked twice and no more', async () => {
  const { api, seen } = visit(() => false)
  await expect(api.post<Things>(things, { body: {} })).rejects.toMatchObject({ status: 401, failure: 'refused' })
  expect(seen).toEqual(['token 1', 'token 2'])
  await expect(api.get<Things>(things)).rejects.toMatchObject({ status: 401 })
  expect(seen.slice(2)).toEqual(['token 3', 'token 4'])
})

it(
  'the token is asked for again where it does not come, save for who has patience of his own',
  { tags: ['slow'] },
  async () => {
    const { seen } = visit(() => true)
    let failures = 2
    const get = (): Promise<string> => {
      if (failures-- === 0) return Promise.resolve('token')
      return Promise.reject(new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 }))
    }
    const api = createBrowserApi({}, { get, drop: () => {} }, 'fr-FR')
    expect(await api.get<Things>(things)).toEqual({ token: 'token' })
    failures = 1
    expect(await api.post<Things>(things, {})).toEqual({ token: 'token' })
    failures = 1
    const { signal } = new AbortController()
    await expect(api.get<Things>(things, { signal })).rejects.toMatchObject({ code: 'NETWORK_UNREACHABLE' })
    expect(seen).toHaveLength(2)
  },
)

it('a call that is given up waits for its token no longer', async () => {
  const api = createBrowserApi({}, { get: () => new Promise(() => {}), drop: () => {} }, 'fr-FR')
  const signal = AbortSignal.timeout(20)
  const unreached = { failure: 'offline', code: 'NETWORK_UNREACHABLE' }
  await expect(api.get<Things>(things, { signal })).rejects.toMatchObject(unreached)
  await expect(api.get<Things>(things, { signal: AbortSignal.abort() })).rejects.toMatchObject(unreached)
})

it('a server that is out of order leaves the visitor the token (PUB-42)', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'SERVER_UNAVAILABLE' }, { status: 503 })))
  const drop = vi.fn()
  const api = createBrowserApi({}, { get: () => Promise.resolve('token'), drop }, 'fr-FR')
  await expect(api.get<Things>(things)).rejects.toMatchObject({ status: 503, code: 'SERVER_UNAVAILABLE' })
  expect(drop).not.toHaveBeenCalled()
})
