import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { UnsavedChangesPrompt } from './unsaved-changes-prompt.tsx'

async function drawForm() {
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>()
  const root = createRootRoute()
  const page = (path: string, component: () => React.ReactNode, loader?: () => Promise<void>) =>
    createRoute({ getParentRoute: () => root, path, component, ...(loader && { loader }) })
  const router = createRouter({
    routeTree: root.addChildren([
      page('/form', () => (
        <>
          The form <UnsavedChangesPrompt isUnsaved />
        </>
      )),
      page(
        '/list',
        () => 'The list',
        () => loaded,
      ),
      page('/home', () => 'The dashboard'),
    ]),
    history: createMemoryHistory({ initialEntries: ['/form'] }),
  })
  const user = signedInUser({ userType: 'root_management_unit_manager', module: 'root' })
  const { place } = await drawScreen(<RouterProvider router={router} />, { language: 'en-GB', user })
  await vi.waitFor(() => expect(place.textContent).toContain('The form'))
  return { router, place, load }
}

it('asks before an unsaved form is left', async () => {
  const { router, place } = await drawForm()
  void router.navigate({ to: '/home' as never })
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).not.toBeNull())
  expect(place.textContent).toContain('The form')
})

it('asks nothing of who goes on while the page after a save is still loading', async () => {
  const { router, place, load } = await drawForm()
  void router.navigate({ to: '/list' as never, ignoreBlocker: true })
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/list'))
  void router.navigate({ to: '/home' as never })
  await vi.waitFor(() => expect(place.textContent).toContain('The dashboard'))
  expect(document.querySelector('[role=dialog]')).toBeNull()
  load()
})
