import { afterEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { config, declaration, facts, question, row, warehouse } from '#tests/support/floor-world.ts'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { PrintContext, type PrintRequest } from '#web/staff/ui/print/use-print.ts'
import { DoneStep } from './done-step.tsx'
import { evaluateDraft } from './evaluate-draft.ts'
import { newDraft } from './test-draft.ts'

const item = row(1, { facts: facts({ declaration }) })

afterEach(() => page.viewport(414, 896))

it('the label of a tested product is printed as every label is, from this device where there is no network', async () => {
  const draft = { ...newDraft(item), answers: { [question.screen]: question.fine } }
  const evaluated = evaluateDraft(draft, item, config, warehouse)
  if (!evaluated.ok) throw new Error(evaluated.error)
  const done = { step: 'done', item, outcome: 'conforming', evaluated: evaluated.value, photos: 0 } as const
  const printed: PrintRequest[] = []
  await drawScreen(
    <PrintContext value={(request) => void printed.push(request)}>
      <DoneStep done={done} config={config} />
    </PrintContext>,
    { language: 'en-GB', texts: ['compliance', 'warehouse'] },
  )
  await vi.waitUntil(() => document.querySelector('button'))
  document.querySelector<HTMLButtonElement>('button')!.click()
  expect(printed).toEqual([{ kind: 'item_label', id: item.id }])
})

it('the stock of a template is not broken within a word on a phone', async () => {
  await page.viewport(390, 844)
  const draft = { ...newDraft(item), answers: { [question.screen]: question.fine } }
  const evaluated = evaluateDraft(draft, item, config, warehouse)
  if (!evaluated.ok) throw new Error(evaluated.error)
  const stock = { ...config.stocks[0]!, name: 'À reconditionner' }
  const done = {
    step: 'done',
    item: { ...item, stockId: stock.id },
    outcome: 'conforming',
    evaluated: evaluated.value,
    photos: 0,
  } as const
  await drawScreen(
    <PrintContext value={() => undefined}>
      <DoneStep done={done} config={{ ...config, stocks: [stock] }} />
    </PrintContext>,
    { language: 'fr-FR', texts: ['compliance', 'warehouse'] },
  )
  const name = await vi.waitUntil(() =>
    [...document.querySelectorAll('p')].find(({ textContent }) => textContent === 'À reconditionner'),
  )
  // Fourteen wide letters in 305 px, whatever the device's font.
  expect(Number.parseFloat(getComputedStyle(name).fontSize)).toBeLessThanOrEqual(28)
})
