import { expect, it } from 'vitest'
import type { RefurbQuestionAnswer } from '#sync/calls/refurb.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'
import type { Outcome } from '#sync/wire/operation.ts'
import type { TestSession } from '#tests/support/api.ts'
import { createItems } from '#tests/support/factories.ts'
import { prepareQuarantineFloor } from '#tests/support/quarantine-floor.ts'

const { api, account, owner, queueOf } = prepareQuarantineFloor()

const createQuestion = async (as: TestSession, label: string, answers: readonly string[]) => {
  const json = { label, type: 'multiple', answers: answers.map((answer) => ({ label: answer, stepIds: [] })) }
  const made = await as.request('/api/refurb-questions', { method: 'POST', json })
  expect(made.status).toBe(200)
  return (await made.json()) as RefurbQuestionAnswer
}

it('a diagnosis reads as it was given once its questions are reworded, lose answers, and are deleted', async () => {
  const manager = await api().signIn('warehouse_manager')
  const queue = queueOf('warehouse_operator@retailer.example')
  const operator = await api().signIn('warehouse_operator', { deviceId: queue.identity.deviceId })
  const state = await createQuestion(manager, 'State of the battery', ['Weak', 'Swollen', 'Fine'])
  const look = await createQuestion(manager, 'State of the back', ['Scratched'])
  const [item] = await createItems(owner(), account(), 1, {
    status: 'item_refurb_diagnostic_in_progress',
    warehouse_id: account().warehouseId,
    stock_id: account().stocks.to_refurbish,
    facts: { diagnosis: { startedAtMs: 1, startedBy: queue.identity.userId, answers: [], finalizedAtMs: null } },
  })
  const given = [
    { questionId: state.id, answerIds: [state.answers[1]!.id, state.answers[0]!.id] },
    { questionId: look.id, answerIds: [] },
  ]
  const op = queue.operation(
    'finalizeRefurbDiagnosis',
    { itemId: item!.id, answers: given, stockId: account().stocks.to_refurbish },
    { lanes: [`item:${item!.id}`] },
  )
  const headers = { authorization: `Bearer ${operator.user.grant!.token}` }
  const pushed = await api().request('/api/sync/push', { method: 'POST', json: queue.body([op]), headers })
  expect(((await pushed.json()) as { outcomes: readonly Outcome[] }).outcomes).toMatchObject([{ status: 'applied' }])

  const kept = state.answers[0]!
  const reworded = await manager.request(`/api/refurb-questions/${state.id}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    json: { label: 'Battery', answers: [{ id: kept.id, label: 'Below 80 %', stepIds: [] }] },
  })
  expect(reworded.status).toBe(200)
  expect((await manager.request(`/api/refurb-questions/${look.id}`, { method: 'DELETE' })).status).toBe(204)

  const read = await operator.request(`/api/warehouse/items/${item!.id}`)
  const { facts } = (await read.json()) as { facts: ItemFacts }
  expect(facts.diagnosis?.answers).toEqual([
    { ...given[0], label: 'State of the battery', answerLabels: ['Swollen', 'Weak'] },
    { ...given[1], label: 'State of the back', answerLabels: [] },
  ])
})
