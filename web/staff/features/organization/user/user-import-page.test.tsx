import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { refusal } from '#tests/support/office-form.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { UserImportPage } from './user-import-page.tsx'

/** The page over a server that gives each check the next of its answers; null is no network. */
async function open(answers: readonly (Response | null)[]) {
  const left = [...answers]
  const http = createHttp({
    fetch: async () => left.shift() ?? Promise.reject(new TypeError('no network')),
    module: () => null,
    onSessionEnded: () => undefined,
  })
  const { place } = await drawScreen(overPages(() => <UserImportPage />, ['/users']).screen, {
    language: 'en-GB',
    texts: ['errors', 'user'],
    http,
    queries: new QueryClient(),
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  const input = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('input[type=file]'))
  // The field has been drawn, and has nothing to do any more.
  await new Promise((done) => setTimeout(done, 50))
  return {
    input,
    left,
    choose: (file: File) => {
      const chosen = new DataTransfer()
      chosen.items.add(file)
      input.files = chosen.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    press: (name: string) => [...place.querySelectorAll('button')].find((one) => one.textContent === name)!.click(),
    says: (text: string) => vi.waitFor(() => expect(place.textContent).toContain(text)),
  }
}
const file = () => new File(['email;firstname\n'], 'users.csv', { type: 'text/csv' })
const columnless = refusal('USER_FILE_COLUMNS', 422)

it('a corrected file of the same name is taken (ORG-43)', async () => {
  const { input, choose, says } = await open([columnless(), Response.json({ columns: ['email'], lines: [] })])
  choose(file())
  await says('could not be')
  expect(input.files).toHaveLength(1)
  input.click()
  expect(input.files).toHaveLength(0)
  choose(file())
  await says('No line to import')
})

it('a file that did not arrive is sent again, and one that was saved since is asked for (ORG-43)', async () => {
  const { choose, says, press, left } = await open([null, columnless()])
  const one = file()
  choose(one)
  await says('No connection to the server')
  one.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as never
  press('Try again')
  await says('Choose it once more')
  expect(left).toHaveLength(1)
})
