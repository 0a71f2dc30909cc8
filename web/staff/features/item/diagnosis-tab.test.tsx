import { expect, it, vi } from 'vitest'
import type { WordedChoice } from '#domain/refurb/diagnosis.ts'
import { config, facts, id, operator, refurb, testedRow } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { DiagnosisTab } from './diagnosis-tab.tsx'
import { shownItem } from './shown-item.ts'

/** What the test account asks today, of one product too. */
const hinge = {
  id: id(996),
  productId: id(995),
  label: 'Hinge',
  type: 'unique',
  answers: [{ id: id(994), label: 'Loose' }],
}
const asked = { ...config, productRefurbQuestions: [hinge] }

/** Questions with their answers as the tab shows them to a device that asks what the test account asks today. */
async function show(...answers: readonly WordedChoice[]) {
  const diagnosis = { startedAtMs: 1_000, startedBy: operator, finalizedAtMs: 2_000, answers }
  const item = shownItem(testedRow(1, { facts: facts({ diagnosis }) }), null)!
  const { place } = await drawScreen(<DiagnosisTab item={item} />, {
    language: 'en-GB',
    texts: ['item'],
    engine: { subscribe: () => () => undefined, config: () => asked, copyInfo: () => null },
  })
  await vi.waitFor(() => expect(place.textContent).toContain('Finished on'))
  return [...place.querySelectorAll('section:has(ul)')].map((section) => [
    section.querySelector('h2')?.textContent,
    ...[...section.querySelectorAll('li')].map(({ textContent }) => textContent),
  ])
}

it('a diagnosis is shown as it was worded, whatever became of its questions', async () => {
  const shown = await show(
    { questionId: refurb.state, answerIds: [refurb.weak], label: 'Battery?', answerLabels: ['Below 80 %'] },
    { questionId: id(998), answerIds: [id(999), id(997)], label: 'Back', answerLabels: ['Cracked', null] },
  )
  expect(shown).toEqual([
    ['Battery?', 'Below 80 %'],
    ['Back', 'Cracked', 'Deleted answer'],
  ])
})

it('a diagnosis without its own wording is shown in today’s, as far as that goes', async () => {
  const shown = await show(
    { questionId: refurb.state, answerIds: [refurb.weak] },
    { questionId: hinge.id, answerIds: [id(994)] },
    { questionId: id(998), answerIds: [id(999)] },
  )
  expect(shown).toEqual([
    ['Battery', 'Weak'],
    ['Hinge', 'Loose'],
    ['Deleted question', 'Deleted answer'],
  ])
})
