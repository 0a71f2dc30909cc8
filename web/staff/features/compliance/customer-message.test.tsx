import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { afterEach, expect, it, vi } from 'vitest'
import type { Modifier } from '#domain/buyback/modifiers.ts'
import { config, declaration, facts, question, row, warehouse } from '#tests/support/floor-world.ts'
import { startTexts } from '#web/lib/every-text.ts'
import { PlatformContext, type Platform } from '#web/lib/platform.tsx'
import { openSession } from '#web/lib/session.ts'
import { evaluateDraft, type EvaluatedTest } from './evaluate-draft.ts'
import { newDraft } from './test-draft.ts'
import { useCustomerMessage } from './customer-message.ts'

let root: Root | undefined
afterEach(() => {
  root?.unmount()
  document.body.innerHTML = ''
})

const voucher: Modifier = {
  source: 'payment_mode',
  label: 'Voucher',
  impact: { type: 'percentage', percent: 10, capCents: null },
}

function evaluate(answerId: string, change: Partial<typeof declaration> = {}): EvaluatedTest {
  const item = row(1, { facts: facts({ declaration: { ...declaration, modifiers: [voucher], ...change } }) })
  const draft = { ...newDraft(item), answers: { [question.screen]: answerId } }
  const evaluated = evaluateDraft(draft, item, config, warehouse)
  if (!evaluated.ok) throw new Error(evaluated.error)
  return evaluated.value
}

async function toldOf(evaluated: EvaluatedTest): Promise<string> {
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined }
  const session = openSession(storage)
  const texts = await startTexts('en-GB', ['common', 'compliance'])
  const place = document.body.appendChild(document.createElement('div'))
  const Told = () => <p>{useCustomerMessage()(evaluated)}</p>
  root = createRoot(place)
  root.render(
    <PlatformContext value={{ storage, session, texts } as unknown as Platform}>
      <I18nextProvider i18n={texts}>
        <Told />
      </I18nextProvider>
    </PlatformContext>,
  )
  await vi.waitFor(() => expect(place.textContent).not.toBe(''))
  return place.textContent
}

// 100.00 declared, 40.00 found, and a voucher that adds a tenth to what is paid.
it.each([
  ['confirmed', question.fine, {}, /confirmed: 110,00\s€/],
  ['that is absorbed', question.worn, {}, /declared price: 110,00\s€/],
  ['that is proposed', question.broken, {}, /44,00\s€ instead of 110,00\s€/],
  ['that is proposed alone', question.broken, { priceCents: null, grade: null, answers: null }, /by e-mail: 44,00\s€/],
] as const)(
  'a price %s is said as the customer is paid it, with bonuses and deductions',
  async (_t, answer, c, words) => {
    expect(await toldOf(evaluate(answer, c))).toMatch(words)
  },
)
