import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { declaration, row } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Http } from '#web/lib/http.ts'
import { CharacteristicsStep } from './characteristics-step.tsx'
import { newDraft } from './test-draft.ts'

const soon = { timeout: 10_000 }

it('an IMEI of another model’s type warns while it is typed, and one of the model’s own says nothing', async () => {
  const item = row(1)
  const nothing = (): void => undefined
  const Step = () => {
    const [draft, setDraft] = useState(newDraft(item))
    return (
      <CharacteristicsStep
        {...{ item, draft }}
        hasQuestions
        isImeiMissing={false}
        hasCamera={false}
        onCamera={nothing}
        onImei={(imei) => setDraft((before) => ({ ...before, imei }))}
        onSerial={nothing}
        onOtherProduct={nothing}
        onDeclaredProduct={nothing}
        onSetAside={nothing}
      />
    )
  }
  const asked = vi.fn(async () => ({
    products: [
      { id: declaration.productId, tacs: ['35693803'] },
      { id: 'another', tacs: ['49015420'] },
    ],
  }))
  const { place, queries } = await drawScreen(<Step />, {
    language: 'en-GB',
    texts: ['compliance', 'warehouse'],
    http: asked as unknown as Http,
    engine: { subscribe: () => () => undefined, status: () => online },
  })
  const imei = await vi.waitUntil(() => place.querySelector<HTMLInputElement>('[aria-describedby="imei-says"]'), soon)
  const said = () => place.querySelector('#imei-says')?.textContent
  const [own, theirs] = ['356938035643809', '490154203237518']
  await userEvent.type(imei, theirs.slice(0, 8))
  await vi.waitFor(() => expect(said()).toContain('An IMEI has 15 to 17 digits'), soon)
  expect(asked).not.toHaveBeenCalled()
  await userEvent.fill(imei, own)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1), soon)
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0), soon)
  await userEvent.fill(imei, theirs)
  await vi.waitFor(() => expect(said()).toContain('This IMEI is that of another model'), soon)
  // What the catalog says of the own type is known by now, so that the silence is an answer.
  await userEvent.fill(imei, own)
  await vi.waitFor(() => expect(said()).toBe(''), soon)
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0), soon)
  expect(said()).toBe('')
})

const online = { online: true } as const
