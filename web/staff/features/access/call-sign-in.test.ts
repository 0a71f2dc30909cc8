import { expect, it, vi } from 'vitest'
import { CallError, type Http } from '#web/lib/http.ts'
import { callSignIn } from './call-sign-in.ts'

const body = { email: 'lucas@demo.example', password: 'x', deviceId: 'd' }

/** A server that refuses to be asked for more grants, with this code. */
function serverThatRefuses(code: string) {
  const http = vi.fn<(call: unknown, input: { readonly body: object }) => Promise<string>>(async (_call, input) => {
    if ('grantModules' in input.body) throw new CallError('refused', { code, status: 422 })
    return 'signed in'
  })
  return { http: http as unknown as Http, bodies: () => http.mock.calls.map(([, input]) => input.body) }
}

it('a server older than the app signs in without more grants', async () => {
  const { http, bodies } = serverThatRefuses('REQUEST_INVALID')
  expect(await callSignIn(http, body, ['tim'])).toBe('signed in')
  expect(bodies()).toEqual([{ ...body, grantModules: ['tim'] }, body])
})

it('any other refusal is not asked about again, and nothing is asked for where nothing waits', async () => {
  const { http, bodies } = serverThatRefuses('CREDENTIALS_INVALID')
  await expect(callSignIn(http, body, ['tim'])).rejects.toThrow('CREDENTIALS_INVALID')
  expect(await callSignIn(http, body, [])).toBe('signed in')
  expect(bodies()).toHaveLength(2)
})
