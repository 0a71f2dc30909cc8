import { Button, TextInput } from '@mantine/core'
import { QueryClient } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { officeForm } from '#tests/support/office-form.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { shownErrorAtom } from '#web/lib/error-state.ts'
import { CallError } from '#web/lib/http.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { ErrorModals } from '#web/staff/app/error-modals.tsx'
import { SaveError } from './save-error.tsx'
import { OfficeForm } from './office-form.tsx'
import { useSaveToList } from './use-save-to-list.ts'

/** A form whose save is answered by the test, in an application of three pages. */
async function open(message: 'created' | 'saved' = 'saved') {
  const answer = Promise.withResolvers<object>()
  const queries = new QueryClient()
  queries.setQueryData(['things'], ['North'])
  const Form = () => {
    const [name, setName] = useState('')
    const [fault, setFault] = useState<string | null>(null)
    const saving = useSaveToList({
      send: (_name: string) => answer.promise,
      queryKey: ['things'],
      to: { to: '/list' as never },
      message,
      onRefused: ({ field, code }) => field !== undefined && setFault(code),
    })
    return (
      <OfficeForm
        saving={saving}
        isUnsaved={name !== ''}
        onSubmit={(event) => {
          event.preventDefault()
          saving.mutate(name)
        }}
        trouble={<SaveError error={saving.error} />}
        buttons={<Button type="submit">Save</Button>}
      >
        <TextInput label="Name" value={name} error={fault} onChange={(event) => setName(event.currentTarget.value)} />
        <div style={{ height: '200vh' }} />
      </OfficeForm>
    )
  }
  const top = createRootRoute({
    component: () => (
      <>
        <Outlet />
        <ErrorModals />
      </>
    ),
  })
  const page = (path: string, component: () => ReactNode) => createRoute({ path, getParentRoute: () => top, component })
  const routeTree = top.addChildren([page('/form', Form), page('/list', () => 'List'), page('/other', () => 'Other')])
  const history = createMemoryHistory({ initialEntries: ['/form'] })
  const router = createRouter({ routeTree, history })
  const { place, session } = await drawScreen(<RouterProvider router={router} />, {
    language: 'en-GB',
    texts: ['errors', 'shell'],
    queries,
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  const form = officeForm(place)
  await form.type('Name', 'North')
  form.save()
  const field = await form.field('Name')
  await vi.waitFor(() => expect(field.matches(':disabled')).toBe(true))
  const question = () => [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')]
  return {
    ...form,
    answer,
    field,
    path: () => history.location.pathname,
    isListStale: () => queries.getQueryState(['things'])?.isInvalidated,
    raised: () => session.store.get(shownErrorAtom),
    question,
    /** Leaves the page, and says so where it is asked. */
    leave: async () => {
      void router.navigate({ to: '/other' as never })
      const leave = await vi.waitFor(
        () => question().find((one) => one.textContent === 'Leave without saving') ?? expect.fail('not asked'),
      )
      expect(history.location.pathname).toBe('/form')
      await userEvent.click(leave)
      await vi.waitFor(() => expect(history.location.pathname).toBe('/other'))
    },
  }
}

const offline = new CallError('offline', { code: 'NETWORK_UNREACHABLE', status: 0 })

it(
  'a form asks before it is left while its save is under way, and tells of the failure wherever one is then',
  { tags: ['slow'] },
  async () => {
    const { answer, leave, raised, path } = await open()
    await leave()
    answer.reject(offline)
    await vi.waitFor(() => expect(raised()).not.toBeNull())
    expect(raised()!.message).toContain('page that you left')
    expect(raised()!.message).toContain('No connection')
    expect(path()).toBe('/other')
  },
)

it('a save that works after its form was left leads nowhere', { tags: ['slow'] }, async () => {
  const { answer, leave, raised, path } = await open()
  await leave()
  answer.resolve({})
  await new Promise((done) => setTimeout(done, 100))
  expect(path()).toBe('/other')
  expect(raised()).toBeNull()
})

it('a save that works leads to its list without a question, and takes nothing more until then', async () => {
  const { answer, field, path, question } = await open()
  expect(field.matches(':disabled')).toBe(true)
  answer.resolve({})
  await vi.waitFor(() => expect(path()).toBe('/list'))
  expect(question()).toEqual([])
})

it('why a save has failed stands at the button, and is gone to where it is of no field', async () => {
  const { answer, field, alert, raised } = await open()
  answer.reject(offline)
  expect(await alert()).toContain('No connection')
  const said = document.querySelector<HTMLElement>('[role=alert]')!
  const save = document.querySelector('button[type=submit]')!
  expect(said.compareDocumentPosition(save)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await vi.waitFor(() => expect(document.activeElement?.contains(said)).toBe(true))
  await vi.waitFor(() => expect(said.getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight))
  expect(field.value).toBe('North')
  expect(field.matches(':disabled')).toBe(false)
  expect(raised()).toBeNull()
})

it('a refusal of one field goes to that field', async () => {
  const { answer, field } = await open()
  answer.reject(new CallError('refused', { code: 'FORM_REQUIRED', status: 422, field: 'name' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
})

const gone = new CallError('refused', { code: 'REQUEST_NOT_FOUND', status: 404 })

it('a thing that another user has deleted leads to its list, without a question about what was typed', async () => {
  const { answer, path, question, isListStale } = await open()
  answer.reject(gone)
  const ok = await vi.waitFor(() => question().find((one) => one.textContent === 'OK') ?? expect.fail('not told'))
  expect(document.querySelector('[role="dialog"]')?.textContent).toContain('no longer exists')
  expect(path()).toBe('/form')
  expect(isListStale()).toBe(true)
  ok.click()
  await vi.waitFor(() => expect(path()).toBe('/list'))
  await vi.waitFor(() => expect(question()).toEqual([]))
})

it('a change that refers to a thing that is gone keeps its form, at the field', async () => {
  const { answer, field, raised, path } = await open()
  answer.reject(new CallError('refused', { code: 'REQUEST_NOT_FOUND', status: 404, field: 'name' }))
  await vi.waitFor(() => expect(document.activeElement).toBe(field))
  expect([raised(), path()]).toEqual([null, '/form'])
})

it('a new thing that refers to one that is gone keeps its form', async () => {
  const { answer, alert, raised, path } = await open('created')
  answer.reject(gone)
  expect(await alert()).toContain('cannot be found')
  expect(raised()).toBeNull()
  expect(path()).toBe('/form')
})
