import pg from 'pg'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createTestApi, testPassword, type TestApi, type TestApiOptions } from './api.ts'

/** What an answer says, as tests of signing in compare it. */
interface AccessAnswer {
  readonly status: number
  readonly code: unknown
  readonly field: unknown
  readonly body: Record<string, unknown>
}

/** The application of a test file about signing in, with a clock that its tests move. */
interface Access {
  readonly api: TestApi
  clock: Date
  /** Runs SQL as owner, beyond row-level security. */
  readonly system: (sql: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  /** Forgets all attempts that were counted. */
  readonly forgetAttempts: () => Promise<void>
  readonly post: (path: string, json: unknown, headers?: Record<string, string>) => Promise<AccessAnswer>
  readonly login: (email: string, password?: string, rest?: object) => Promise<AccessAnswer>
}

/** Boots the application before the tests of a file, and forgets attempts before each of them. */
export function prepareAccess(options: Pick<TestApiOptions, 'demandsSecondFactor'> = {}): Access {
  let api: TestApi
  let owner: pg.Client
  beforeAll(async () => {
    api = await createTestApi({ ...options, now: () => access.clock })
    owner = new pg.Client({ connectionString: api.testDatabase.ownerUrl })
    await owner.connect()
  })
  beforeEach(() => access.forgetAttempts())
  afterAll(async () => {
    await owner.end()
    await api.close()
  })
  const access: Access = {
    get api() {
      return api
    },
    clock: new Date(),
    system: async (sql, values = []) => {
      await owner.query("begin; set local app.system = 'on'")
      const { rows } = await owner.query<Record<string, unknown>>(sql, values)
      await owner.query('commit')
      return rows
    },
    forgetAttempts: async () => void (await owner.query('delete from throttle')),
    post: async (path, json, headers = {}) => {
      const response = await api.request(path, { method: 'POST', json, headers: { 'x-client': 'api', ...headers } })
      const text = await response.text()
      const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
      return { status: response.status, code: body['code'], field: body['field'], body }
    },
    login: (email, password = testPassword, rest = {}) => access.post('/api/login', { email, password, ...rest }),
  }
  return access
}
