import { expect, it, vi } from 'vitest'
import { drawScreen } from '#tests/support/staff-screen.tsx'
import { UndeliveredMails } from './undelivered-mails.tsx'

const at = '2026-11-20T10:00:00.000Z'

it('says which mail the customer did not get, and why', async () => {
  const mails = [
    { kind: 'buyback_confirmation', at, error: 'Error EENVELOPE 550' },
    { kind: 'shipping_label', at, error: 'MAIL_LIMIT_RECIPIENT' },
  ]
  const { place } = await drawScreen(<UndeliveredMails mails={mails} />, { texts: ['buyback', 'job'] })
  const alert = await vi.waitUntil(() => place.querySelector('[role="alert"]'))
  expect(alert.textContent).toContain('Le client n’a pas reçu un courriel')
  expect(alert.textContent).toContain('refuse ce courriel')
  expect(alert.textContent).toContain('cette adresse a reçu assez de courriels')
})

it.each([[[]], [undefined]])('says nothing where all have arrived: %j', async (mails) => {
  const { place } = await drawScreen(
    <div data-drawn>
      <UndeliveredMails mails={mails} />
    </div>,
    { texts: ['buyback', 'job'] },
  )
  const drawn = await vi.waitUntil(() => place.querySelector('[data-drawn]'))
  expect(drawn.textContent).toBe('')
})
