import { expect, it, vi } from 'vitest'
import type { HeldOperationAnswer } from '#sync/calls/sync.ts'
import { createHttp } from '#web/lib/http-client.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { signedInUser } from '#web/staff/app/signed-in-user.fixture.ts'
import { HeldList } from './held-list.tsx'

function heldOne(code: string, more: Partial<HeldOperationAnswer> = {}): HeldOperationAnswer {
  return {
    opId: crypto.randomUUID(),
    type: 'checkInItem',
    v: 1,
    code,
    causeOp: null,
    causeActorName: null,
    actorId: crypto.randomUUID(),
    actorName: 'Inès Diallo',
    module: 'rps',
    deviceId: crypto.randomUUID(),
    args: { code: '4006381333931', warehouseId: crypto.randomUUID() },
    capturedAt: '2026-01-01T08:00:00.000Z',
    receivedAt: '2026-01-01T08:00:00.000Z',
    ...more,
  }
}

async function draw(...members: readonly HeldOperationAnswer[]) {
  const body = { 'hydra:member': members, 'hydra:totalItems': members.length }
  const fetch = async () => new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  const http = createHttp({ fetch, module: () => null, onSessionEnded: () => undefined })
  const { place } = await drawScreen(<HeldList onSaid={() => undefined} />, {
    language: 'en-GB',
    texts: ['sync', 'warehouse', 'errors'],
    user: signedInUser(),
    http,
    engine: {},
  })
  await vi.waitFor(() => expect(place.querySelector('li')).not.toBeNull())
  return [...place.querySelectorAll('section')]
}

const buttonsOf = (section: Element | undefined) =>
  [...(section?.querySelectorAll('button') ?? [])].map((button) => button.textContent?.trim())

it('what only waits for earlier work stands apart from what a person has to look at', async () => {
  const cause = heldOne('SYNC_NEEDS_A_PERSON')
  const [faults, waiting] = await draw(
    cause,
    heldOne('SYNC_WAITS_FOR', { causeOp: cause.opId, causeActorName: 'Ada Morel' }),
    heldOne('SYNC_WAITS_FOR', { causeOp: crypto.randomUUID() }),
  )
  expect(faults?.querySelector('h2')?.textContent).toBe('Held by the server')
  expect(faults?.querySelectorAll('li')).toHaveLength(1)
  expect(buttonsOf(faults).filter((text) => text?.startsWith('Run again'))).toHaveLength(1)
  expect(waiting?.querySelector('h2')?.textContent).toBe('Waiting for earlier work')
  const lines = [...waiting!.querySelectorAll('li')].map(({ textContent }) => textContent)
  expect(lines[0]).toContain('Waits for a held action of Ada Morel.')
  expect(lines[1]).toContain('Waits for work that has not been sent yet.')
  expect(buttonsOf(waiting).some((text) => text?.startsWith('Run again'))).toBe(false)
})

it('where everything waits for earlier work, nothing is said of a decision', async () => {
  const sections = await draw(heldOne('SYNC_WAITS_FOR'))
  expect(sections.map((section) => section.querySelector('h2')?.textContent)).toEqual(['Waiting for earlier work'])
})
