import * as z from 'zod'
import { describe, expect, it, vi } from 'vitest'
import { signInCall } from '#sync/calls/access.ts'
import { createHttp, withoutSession, type HttpDeps } from './http-client.ts'
import { addressOf, CallError } from './http.ts'

const call = { method: 'get', path: '/api/things/{id}', answer: z.object({ name: z.string() }) } as const
const json = { 'content-type': 'application/json' }

function http(answer: () => Response | Promise<Response>, deps: Partial<HttpDeps> = {}) {
  const fetch = vi.fn(async () => answer())
  return { fetch, call: createHttp({ fetch, module: () => 'rps', onSessionEnded: () => undefined, ...deps }) }
}

describe('the HTTP client', () => {
  it('gives the parsed answer and names the module and the language', async () => {
    const { fetch, call: send } = http(() => new Response('{"name":"a","more":1}', { headers: json }), {
      language: () => 'nl-BE',
      account: () => 'a1',
    })
    await expect(send(call, { params: { id: 'x/y' } })).resolves.toEqual({ name: 'a' })
    const [address, request] = fetch.mock.calls[0] as unknown as [string, RequestInit]
    expect(address).toBe('/api/things/x%2Fy')
    const headers = new Headers(request.headers)
    const named = ['x-module', 'x-account', 'accept-language'].map((name) => headers.get(name))
    expect(named).toEqual(['rps', 'a1', 'nl-BE'])
  })

  it('names neither module nor account in what is about the session itself', async () => {
    const { fetch, call: send } = http(() => new Response(null, { status: 204 }), { account: () => 'a1' })
    await send({ method: 'post', path: '/api/session/account', aboutSession: true })
    const [, request] = fetch.mock.calls[0] as unknown as [string, RequestInit]
    const headers = new Headers(request.headers)
    expect([headers.get('x-module'), headers.get('x-account')]).toEqual([null, null])
  })

  it('leaves the session of the user before behind, while a PIN alone has let the user in', async () => {
    let byPin = true
    const isByPin = () => byPin
    const { fetch, call: send } = http(() => new Response('{"name":"a"}', { headers: json }), { isByPin })
    const own = withoutSession(fetch as unknown as typeof globalThis.fetch, isByPin)
    const each = async () => {
      fetch.mockClear()
      await send(call)
      await send.file('/api/things.csv')
      await own('/api/sync/pull', { credentials: 'same-origin' })
      await send({ ...call, isUnauthenticated: true })
      await send(call, { withSession: true })
      return (fetch.mock.calls as unknown as [string, RequestInit][]).map(([, { credentials }]) => credentials)
    }
    expect(await each()).toEqual(['omit', 'omit', 'omit', 'same-origin', 'same-origin'])
    byPin = false
    expect(await each()).toEqual(Array.from({ length: 5 }, () => 'same-origin'))
  })

  it('says how long ago a person was there, but at the door, of calls and of files', async () => {
    const { fetch, call: send } = http(() => new Response('{"name":"a"}', { headers: json }), { idleSeconds: () => 42 })
    await send(call)
    await send.file('/api/things.csv')
    await send({ ...call, isUnauthenticated: true })
    const said = (fetch.mock.calls as unknown as [string, RequestInit][]).map(([, request]) =>
      new Headers(request.headers).get('x-idle-seconds'),
    )
    expect(said).toEqual(['42', '42', null])
  })

  it('sends a call again as it was once its user has proven who it is, and not where the user has not', async () => {
    const answers = [403, 403, 200, 403].map((status) =>
      status === 200
        ? new Response('{"name":"a"}', { headers: json })
        : new Response('{"code":"ACCESS_PROOF_REQUIRED"}', { status, headers: json }),
    )
    const isProven = vi.fn().mockResolvedValueOnce(true).mockResolvedValueOnce(true).mockResolvedValueOnce(false)
    const { fetch, call: send } = http(() => answers.shift()!, { onProofRequired: isProven })
    const change = { ...call, method: 'put' }
    await expect(send(change, { body: { iban: 'FR76' }, ifMatch: 3 })).resolves.toEqual({ name: 'a' })
    const sent = (fetch.mock.calls as unknown as [string, RequestInit][]).map(([, request]) => request)
    expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => '{"iban":"FR76"}'))
    expect(sent.map(({ headers }) => new Headers(headers).get('if-match'))).toEqual(['"3"', '"3"', '"3"'])
    await expect(send(change)).rejects.toThrow('ACCESS_PROOF_REQUIRED')
    expect(fetch).toHaveBeenCalledTimes(4)
  })

  it('never sends the waiting call of one user as another who has come since', async () => {
    const required = () => new Response('{"code":"ACCESS_PROOF_REQUIRED"}', { status: 403, headers: json })
    let person: string | null = 'first'
    const asked = vi.fn(async () => {
      person = 'second'
      return true
    })
    const deps = { person: () => person, onProofRequired: asked }
    const { fetch, call: send } = http(required, deps)
    await expect(send({ ...call, method: 'put' })).rejects.toThrow('ACCESS_PROOF_REQUIRED')
    expect([fetch.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1])
    const late = http(() => {
      person = null
      return required()
    }, deps)
    await expect(late.call({ ...call, method: 'put' })).rejects.toThrow('ACCESS_PROOF_REQUIRED')
    expect([late.fetch.mock.calls.length, asked.mock.calls.length]).toEqual([1, 1])
  })

  it('names the language of the account’s texts in what changes something', async () => {
    const { fetch, call: send } = http(() => new Response('{"name":"a"}', { headers: json }), {
      textLanguage: () => 'fr-FR',
    })
    await send(call)
    await send({ ...call, method: 'patch' })
    const named = (fetch.mock.calls as unknown as [string, RequestInit][]).map(([, request]) =>
      new Headers(request.headers).get('x-text-language'),
    )
    expect(named).toEqual([null, 'fr-FR'])
  })

  it('reports that the session views another account, of calls and of files', async () => {
    const moved = vi.fn()
    const answer = () => new Response('{"code":"ACCESS_ACCOUNT_MISMATCH"}', { status: 409, headers: json })
    const { fetch, call: send } = http(answer, { account: () => 'a1', onOtherAccount: moved })
    await expect(send(call)).rejects.toThrow('ACCESS_ACCOUNT_MISMATCH')
    await send.file('/api/things.csv')
    expect(moved).toHaveBeenCalledTimes(2)
    const [, request] = fetch.mock.calls[1] as unknown as [string, RequestInit]
    expect(new Headers(request.headers).get('x-account')).toBe('a1')
  })

  it('reports that a second factor is missing, of calls and of files', async () => {
    const missing = vi.fn()
    const refuse = (code: string) => () => new Response(JSON.stringify({ code }), { status: 403, headers: json })
    const { call: send } = http(refuse('ACCESS_SECOND_FACTOR_MISSING'), { onSecondFactorMissing: missing })
    await expect(send(call)).rejects.toThrow('ACCESS_SECOND_FACTOR_MISSING')
    expect((await send.file('/api/things.csv')).status).toBe(403)
    expect(missing).toHaveBeenCalledTimes(2)
    const other = http(refuse('ACCESS_PERMISSION_MISSING'), { onSecondFactorMissing: missing })
    expect((await other.call.file('/api/things.csv')).status).toBe(403)
    expect(missing).toHaveBeenCalledTimes(2)
  })

  it('takes the page of a captive portal for no answer', async () => {
    const portal = () => new Response('<html>Sign in to the Wi-Fi</html>', { headers: { 'content-type': 'text/html' } })
    await expect(http(portal).call(call)).rejects.toMatchObject({ failure: 'foreign' })
    await expect(http(portal).call({ method: 'post', path: '/api/logout' })).rejects.toMatchObject({
      failure: 'foreign',
    })
  })

  it('takes JSON of another shape for no answer', async () => {
    await expect(http(() => new Response('{"ok":true}', { headers: json })).call(call)).rejects.toMatchObject({
      failure: 'foreign',
    })
  })

  it('says offline when nothing comes back', async () => {
    const { call: send } = http(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(send(call)).rejects.toMatchObject({ failure: 'offline', status: 0 })
  })

  it('gives code, field and wait of a refusal', async () => {
    const body = JSON.stringify({ code: 'ACCESS_THROTTLED', message: 'Wait', field: 'email' })
    const { call: send } = http(() => new Response(body, { status: 429, headers: { ...json, 'retry-after': '7' } }))
    await expect(send(call)).rejects.toMatchObject({
      failure: 'refused',
      code: 'ACCESS_THROTTLED',
      field: 'email',
      retryAfterSeconds: 7,
    })
  })

  it('reports an ended session, but not a wrong password', async () => {
    const ended = vi.fn()
    const answer = (code: string) => () => new Response(JSON.stringify({ code }), { status: 401, headers: json })
    await http(answer('ACCESS_CREDENTIALS_INVALID'), { onSessionEnded: ended })
      .call(call)
      .catch(() => undefined)
    expect(ended).not.toHaveBeenCalled()
    await http(answer('ACCESS_SESSION_REQUIRED'), { onSessionEnded: ended })
      .call(call)
      .catch(() => undefined)
    expect(ended).toHaveBeenCalledWith(expect.any(CallError))
  })

  it('reports no session for a refusal at the door, nor for one asked in the name of a user who has left', async () => {
    const ended = vi.fn()
    const refusal = () => new Response('{"code":"ACCESS_NO_PERMISSIONS"}', { status: 401, headers: json })
    let user = 'first'
    const deps = { onSessionEnded: ended, user: () => user }
    await expect(http(refusal, deps).call(signInCall, { body: {} })).rejects.toThrow('ACCESS_NO_PERMISSIONS')
    const late = () => {
      user = 'second'
      return refusal()
    }
    await expect(http(late, deps).call(call)).rejects.toThrow('ACCESS_NO_PERMISSIONS')
    expect(ended).not.toHaveBeenCalled()
    await expect(http(refusal, deps).call(call)).rejects.toThrow('ACCESS_NO_PERMISSIONS')
    expect(ended).toHaveBeenCalledOnce()
  })

  it('sends a call once more that was refused under the token before, of the same user alone', async () => {
    const ended = vi.fn()
    const refusal = () => new Response('{"code":"ACCESS_SESSION_REQUIRED"}', { status: 401, headers: json })
    let turn = 0
    const renewing = () => {
      turn += 1
      return turn === 1 ? refusal() : new Response('{"name":"a"}', { headers: json })
    }
    const deps = { onSessionEnded: ended, user: () => `u ${turn}`, person: () => 'u' }
    const renewed = http(renewing, deps)
    await expect(renewed.call({ ...call, method: 'put' })).resolves.toEqual({ name: 'a' })
    expect(renewed.fetch).toHaveBeenCalledTimes(2)
    const always = http(() => {
      turn += 1
      return refusal()
    }, deps)
    await expect(always.call(call)).rejects.toThrow('ACCESS_SESSION_REQUIRED')
    expect(always.fetch).toHaveBeenCalledTimes(2)
    const another = http(
      () => {
        turn += 1
        return refusal()
      },
      { ...deps, person: () => `person ${turn}` },
    )
    await expect(another.call(call)).rejects.toThrow('ACCESS_SESSION_REQUIRED')
    expect(another.fetch).toHaveBeenCalledTimes(1)
    expect(ended).not.toHaveBeenCalled()
  })

  it('gives a file as it comes, and reports an ended session there too (SHELL-51)', async () => {
    const ended = vi.fn()
    const file = http(() => new Response('a;b', { headers: { 'content-type': 'text/csv' } }), { onSessionEnded: ended })
    expect(await (await file.call.file('/api/things.csv')).text()).toBe('a;b')
    const [address, request] = file.fetch.mock.calls[0] as unknown as [string, RequestInit]
    expect([address, request.credentials, request.cache]).toEqual(['/api/things.csv', 'same-origin', 'no-store'])
    expect(ended).not.toHaveBeenCalled()
    const body = JSON.stringify({ code: 'ACCESS_SESSION_REQUIRED' })
    const over = http(() => new Response(body, { status: 401, headers: json }), { onSessionEnded: ended })
    const refused = await over.call.file('/api/things.csv')
    expect([refused.status, await refused.text()]).toEqual([401, body])
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.any(CallError))
  })

  it('writes filters in the forms that lists understand', () => {
    const query = { page: 2, status: ['active', 'inactive'], order: { email: 'asc' }, none: undefined }
    expect(decodeURIComponent(addressOf('/api/users', { query }))).toBe(
      '/api/users?page=2&status[]=active&status[]=inactive&order[email]=asc',
    )
  })
})
