import { Button } from '@mantine/core'
import { QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import type { ConfigurationAnswer } from '#sync/calls/connector.ts'
import { refusal } from '#tests/support/office-form.ts'
import { drawScreen, overPages } from '#tests/support/staff-screen.tsx'
import { createHttp } from '#web/lib/http-client.ts'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { ConfirmModal } from '#web/staff/ui/confirm-modal.tsx'
import { useConfigurationActions } from './use-configuration-actions.ts'

const one = { id: '019a6410-0000-7000-8000-000000000001', version: 3, name: 'Cartes', status: 'inactive' }
const configuration = one as ConfigurationAnswer

/** What a list does with a configuration, where the application would show what nobody else does. */
async function open(answer: () => Response) {
  const raised = vi.fn()
  const http = createHttp({ fetch: async () => answer(), module: () => null, onSessionEnded: () => undefined })
  const List = () => {
    const act = useConfigurationActions()
    return (
      <>
        <SaveError error={act.error} />
        <Button onClick={() => act.toggle(configuration)}>Activate</Button>
        <Button onClick={() => act.askDelete(configuration)}>Remove</Button>
        <ConfirmModal data={act.modal} onClose={act.close} />
      </>
    )
  }
  await drawScreen(overPages(() => <List />, ['/connectors']).screen, {
    language: 'en-GB',
    texts: ['errors', 'connector'],
    http,
    queries: new QueryClient({ defaultOptions: { mutations: { onError: raised } } }),
    user: signedInUser({ module: 'root', userType: 'admin' }),
  })
  const press = (name: string) =>
    vi.waitFor(() => {
      const found = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
      return (found ?? expect.fail(`no ${name}`)).click()
    })
  const says = (text: string) =>
    vi.waitFor(() => expect(document.querySelector('[role=alert]')?.textContent).toContain(text))
  return { press, says, raised }
}

it('a refused change of a configuration is told on its page alone (CONN-11)', async () => {
  const { press, says, raised } = await open(refusal('CONNECTOR_OTHER_ACTIVE', 409))
  await press('Activate')
  await says('active')
  expect(raised).not.toHaveBeenCalled()
})

it('a refused deletion of a configuration is told on its page alone (CONN-11)', { tags: ['slow'] }, async () => {
  const { press, says, raised } = await open(refusal('REQUEST_VERSION_CONFLICT', 412))
  await press('Remove')
  await press('Delete')
  await says('changed')
  expect(raised).not.toHaveBeenCalled()
})
