import { describe, expect, it, vi } from 'vitest'
import { importLimits } from '#domain/organization/user-import.ts'
import type { NewUser } from '#domain/organization/user.schema.ts'
import type { Http } from '#web/lib/http.ts'
import { checkFile, sendUsers } from './user-import-calls.ts'

describe('a file of users on its way (ORG-43)', () => {
  it('that is too long, or no text, is not sent', async () => {
    const http = vi.fn() as unknown as Http
    const file = (content: string) => new File([content], 'users.csv')
    expect(await checkFile(http, file('x'.repeat(importLimits.characters + 1)))).toBe('USER_FILE_TOO_LONG')
    expect(await checkFile(http, file('PK\0'))).toBe('USER_FILE_UNREADABLE')
    expect(http).not.toHaveBeenCalled()
  })

  it('goes in parts, and what was done before a cut is known', async () => {
    const users = Array.from({ length: importLimits.batch + 3 }, (_, at) => ({ email: `${at}@a.example` }) as NewUser)
    const made: string[] = []
    const http = vi.fn<(call: unknown, input: { readonly body: { readonly users: readonly NewUser[] } }) => unknown>()
    http.mockImplementation(async (_call, { body }) => {
      if (body.users.length < importLimits.batch) throw new Error('cut')
      return { results: body.users.map(({ email }) => ({ email, state: 'made', faults: [] })) }
    })
    const sent = sendUsers(http as unknown as Http, users, (results) => made.push(...results.map(({ email }) => email)))
    await expect(sent).rejects.toThrow('cut')
    expect(made).toHaveLength(importLimits.batch)
  })
})
