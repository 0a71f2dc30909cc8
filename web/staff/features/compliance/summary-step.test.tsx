import { expect, it, vi } from 'vitest'
import { config, declaration, facts, native, question, row, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import type { Photos } from '#web/local/photo/photos.ts'
import { SummaryStep } from './summary-step.tsx'
import { newDraft } from './test-draft.ts'

const nothing = (): void => undefined
const item = row(1, { facts: facts({ declaration }) })

it('a product whose test confirms what was declared is offered the places of a tested one alone (F12)', async () => {
  const draft = { ...newDraft(item), step: 'summary', answers: { [question.screen]: question.fine } } as const
  const { place } = await drawScreen(
    <SummaryStep
      {...{ item, draft }}
      place={{ warehouseId: warehouse, config }}
      photos={{} as Photos}
      isFull={false}
      isConfirming={false}
      refused={null}
      lost={[]}
      take={async () => undefined}
      onPhoto={nothing}
      onStock={nothing}
      onComment={nothing}
      onSetAside={nothing}
      onKeep={nothing}
    />,
    { language: 'en-GB', texts: ['compliance', 'warehouse', 'stock'] },
  )
  const offered = await vi.waitUntil(() => {
    const options = [...place.querySelectorAll('option')]
    return options.length > 0 && options.map(({ value }) => value)
  })
  // The usual one is the first, without a name of its own.
  expect(offered).not.toContain(native('awaiting_control'))
  expect(offered).not.toContain(native('in_quarantine'))
  expect(offered).toEqual(expect.arrayContaining(['', native('refurbishment_completed')]))
})
