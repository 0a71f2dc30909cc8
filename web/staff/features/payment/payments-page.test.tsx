import { expect, it, vi } from 'vitest'
import type { UserType } from '#domain/organization/user-type.ts'
import { openOffice } from '#tests/support/office-page.tsx'
import { paymentRow } from './payment.fixture.ts'
import { PaymentsPage } from './payments-page.tsx'

it.each<readonly [UserType, number]>([
  ['root_management_unit_analyst', 0],
  ['admin', 1],
])('payments are read by %s, who is offered %i ways to mark them as paid', async (userType, ways) => {
  const { rows } = await openOffice(PaymentsPage, {
    answer: ({ path }) =>
      path === '/api/payments'
        ? { 'hydra:member': [paymentRow], 'hydra:totalItems': 1 }
        : { 'hydra:member': [], 'hydra:totalItems': 0 },
    texts: ['payment', 'buyback', 'journey'],
    userType,
    pages: ['/payments', '/payments/$id'],
  })
  await vi.waitFor(() => expect(rows()).toHaveLength(1), { timeout: 10_000 })
  const actions = [...document.querySelectorAll('button')].filter(({ textContent, ariaLabel }) =>
    (ariaLabel ?? textContent).startsWith('Marquer comme payée'),
  )
  expect(actions).toHaveLength(ways)
})

it('a payment is marked as paid from its row, with a reference, and the list is read again (BB-33)', async () => {
  const { rows, asked, press, fill, says, button } = await openOffice(PaymentsPage, {
    answer: ({ method, path }) =>
      method === 'POST'
        ? { ...paymentRow, status: 'payment_completed' }
        : path === '/api/payments'
          ? { 'hydra:member': [paymentRow], 'hydra:totalItems': 1 }
          : { 'hydra:member': [], 'hydra:totalItems': 0 },
    texts: ['payment', 'buyback', 'journey'],
    pages: ['/payments', '/payments/$id'],
  })
  await vi.waitFor(() => expect(rows()).toHaveLength(1), { timeout: 10_000 })
  await press(`Marquer comme payée ${paymentRow.buybackCode}`)
  await fill('Information complémentaire', 'VIR 42')
  const listed = () => asked.filter(({ path }) => path === '/api/payments').length
  const before = listed()
  ;(await button('Marquer comme payée')).click()
  await says('La reprise est marquée comme payée.')
  const sent = asked.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))
  expect(sent).toEqual([
    { method: 'POST', path: '/api/buybacks/b1/mark-as-paid', body: { complementaryInformation: 'VIR 42' } },
  ])
  await vi.waitFor(() => expect(listed()).toBeGreaterThan(before), { timeout: 10_000 })
})
