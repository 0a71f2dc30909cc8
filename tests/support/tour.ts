import type pg from 'pg'
import { loadDemo } from '#api/db/demo/load-demo.ts'
import { createHttpPayouts } from '#api/adapters/payment/http-payout-provider.ts'
import { succeed } from '#domain/kernel/result.ts'
import { createTestApi, type TestApi, type TestRequest, type TestSession } from './api.ts'
import { readDescription, type Description } from './description.ts'
import { connectAsOwner } from './factories.ts'
import { payoutSecrets } from './payout-server.ts'
import { createDatabase, filledTemplate } from './postgres.ts'
import { visitorToken } from './visitor-token.ts'

/** What a call sends beside its address. */
export interface TourRequest extends TestRequest {
  /** Values of the path's parts. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
}

/** Who calls: a user of the demo by type, a visitor of its site, or nobody. */
export type TourCaller = TestSession | 'visitor' | 'nobody'

/** What a refusal says. */
export interface Refusal {
  readonly code: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** What an operation has answered. */
export interface TourAnswer<T> {
  readonly status: number
  readonly text: string
  /** Of a stream of lines, what its head says. */
  readonly value: T
  /** What is not described of it; null where all is as described. */
  readonly problem: string | null
}

/** The furnished account of the demo, on which operations are called and their answers held against the description. */
export interface Tour {
  readonly api: TestApi
  readonly owner: pg.Client
  readonly description: Description
  readonly accountId: string
  /** Operations that have been called and have answered what they are for. */
  readonly called: ReadonlySet<string>
  /** Hosts of identity providers that accounts may name; a test adds its own. */
  readonly openIdHosts: string[]
  /** Signs in a user of the demo, by the part of the e-mail before the at sign. */
  person(name: string): Promise<TestSession>
  /** Asks an operation, whatever it answers. */
  ask<T>(operation: string, by: TourCaller, request?: TourRequest): Promise<TourAnswer<T>>
  /** Calls an operation, named as `get /api/users/{id}`; throws on an answer that is none of the described successes. */
  call<T = Readonly<Record<string, unknown>>>(operation: string, by: TourCaller, request?: TourRequest): Promise<T>
  /** Id of the first that an operation lists. */
  firstOf(operation: string, by: TourCaller, query?: string): Promise<string>
  /** Calls an operation that refuses, as described; answers what it says. */
  refused(operation: string, by: TourCaller, request?: TourRequest): Promise<Refusal>
  /** One value from the database, which has to be there. */
  value(text: string, ...values: readonly unknown[]): Promise<string>
  close(): Promise<void>
}

interface Members {
  readonly 'hydra:member': readonly { readonly id: string }[]
}

/** Boots the application on the demo. */
export async function createTour(): Promise<Tour> {
  const template = await filledTemplate(
    'demo_200',
    async ({ ownerUrl }) => void (await loadDemo({ ownerUrl, items: 600 })),
  )
  const database = await createDatabase({ template })
  const payouts = createHttpPayouts({ url: 'http://127.0.0.1:9', ...payoutSecrets, timeoutMs: 2_000 })
  const printer = { demandsTls: false, mayKeep: () => true, send: () => Promise.resolve(succeed(true as const)) }
  const sftp = { host: 'sftp.demo.example', port: 2222, fingerprint: 'SHA256:demo' }
  const openIdHosts: string[] = []
  const api = await createTestApi({
    database,
    anyHost: true,
    openIdHosts,
    payouts,
    printer,
    carrierHosts: ['127.0.0.1:9'],
    payoutHosts: ['127.0.0.1:9'],
    sftpServer: () => sftp,
  })
  const owner = await connectAsOwner(database.ownerUrl)
  const description = await readDescription(api)
  const called = new Set<string>()
  const value: Tour['value'] = async (text, ...values) => {
    const { rows } = await owner.query<Record<string, string>>(text, [...values])
    const [first] = Object.values(rows[0] ?? {})
    if (first === undefined || first === null) throw new Error(`The demo has nothing for: ${text}`)
    return first
  }
  const accountId = await value(`select account_id as id from user_account where email = 'store_manager@demo.example'`)
  const token = await visitorToken(api, 'https://shop.demo.example/')
  const ask = async <T>(
    operation: string,
    by: TourCaller,
    { params = {}, query, ...init }: TourRequest = {},
  ): Promise<TourAnswer<T>> => {
    const [method = '', path = ''] = operation.split(' ')
    const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name))
    const own = by === 'nobody' ? {} : by === 'visitor' ? { authorization: `Bearer ${token}` } : by.headers
    const headers = { ...own, ...Object.fromEntries(new Headers(init.headers)) }
    const search = query === undefined ? '' : `?${query}`
    const response = await api.request(`${address}${search}`, { ...init, headers, method: method.toUpperCase() })
    const problem = await description.problemOf(operation, response)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json') === true
    const value = (isJson ? JSON.parse(text.split('\n')[0] || '{}') : {}) as T
    return { status: response.status, text, value, problem }
  }
  const call = async <T>(operation: string, by: TourCaller, request?: TourRequest): Promise<T> => {
    const { status, text, value: answer, problem } = await ask<T>(operation, by, request)
    if (problem !== null || status >= 400) throw new Error(`${operation}: ${problem ?? text}`)
    called.add(operation)
    return answer
  }
  return {
    api,
    owner,
    description,
    accountId,
    called,
    openIdHosts,
    value,
    person: (name) => api.signIn(`${name}@demo.example`, { as: 'api', opens: accountId }),
    ask,
    call,
    firstOf: async (operation, by, query) => {
      const list = await call<Members>(operation, by, query === undefined ? {} : { query })
      const [first] = list['hydra:member']
      if (first === undefined) throw new Error(`${operation} is empty`)
      return first.id
    },
    refused: async (operation, by, request) => {
      const { status, value: refusal, problem } = await ask<Refusal>(operation, by, request)
      if (problem !== null || status < 400) throw new Error(`${operation}: ${problem ?? status}`)
      return refusal
    },
    close: async () => {
      await owner.end()
      await api.close()
      await database.drop()
    },
  }
}
