import { expect, it } from 'vitest'
import { newId } from '#api/db/new-id.ts'
import { questionsOfProduct } from '#domain/refurb/questions-of-product.ts'
import type { RefurbQuestionAnswer } from '#sync/calls/refurb.ts'
import type { ItemFacts } from '#sync/wire/item-facts.ts'
import { snapshotHeadSchema } from '#sync/wire/pull.ts'
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

it('a product is asked its own questions behind those of every product, and each keeps its order (CAT-30)', async () => {
  const manager = await api().signIn('warehouse_manager')
  const queue = queueOf('warehouse_operator@retailer.example')
  const operator = await api().signIn('warehouse_operator', { deviceId: queue.identity.deviceId })
  const productId = account().productId
  const listed = async (query: string) => {
    const response = await manager.request(`/api/refurb-questions?pagination=false${query}`)
    const { 'hydra:member': rows } = (await response.json()) as { 'hydra:member': readonly RefurbQuestionAnswer[] }
    return rows.map(({ label, position, product }) => [label, position, product?.id ?? null])
  }
  const before = await listed('')
  const send = (method: string, path: string, json: unknown) =>
    manager.request(path, {
      method,
      headers: method === 'PATCH' ? { 'content-type': 'application/merge-patch+json' } : {},
      json,
    })
  const stepped = await send('POST', '/api/refurb-steps', {
    name: 'Mend the hinge',
    description: null,
    stockId: account().stocks.to_refurbish,
    costs: [],
  })
  const step = (await stepped.json()) as { readonly id: string }
  const own: RefurbQuestionAnswer[] = []
  for (const label of ['Hinge', 'Pen']) {
    const answers = [
      { label: 'Worn', stepIds: label === 'Hinge' ? [step.id] : [] },
      { label: 'Fine', stepIds: [] },
    ]
    const made = await send('POST', '/api/refurb-questions', { label, type: 'unique', answers, productId })
    expect(made.status).toBe(200)
    own.push((await made.json()) as RefurbQuestionAnswer)
  }
  const [hinge, pen] = [own[0]!, own[1]!]
  expect(await listed(`&product=${productId}`)).toEqual([
    ['Hinge', 1, productId],
    ['Pen', 2, productId],
  ])
  expect(await listed('')).toEqual(before)
  expect((await send('PATCH', `/api/refurb-questions/${pen.id}`, { position: 1 })).status).toBe(200)
  expect(await listed(`&product=${productId}`)).toEqual([
    ['Pen', 1, productId],
    ['Hinge', 2, productId],
  ])
  expect(await listed('')).toEqual(before)

  const foreign = await send('POST', '/api/refurb-questions', {
    label: 'Of another account',
    type: 'unique',
    answers: [{ label: 'Yes', stepIds: [] }],
    productId: newId(),
  })
  expect([foreign.status, await foreign.json()]).toMatchObject([422, { code: 'REQUEST_INVALID', field: 'productId' }])
  const moved = await send('PATCH', `/api/refurb-questions/${pen.id}`, { productId: null })
  expect([moved.status, await moved.json()]).toMatchObject([400, { code: 'REQUEST_UNKNOWN_FIELD' }])

  // Nothing else of the product is the workshop's, and an operator writes no question.
  const patched = await send('PATCH', `/api/products/${productId}`, { label: 'Renamed' })
  expect([patched.status, await patched.json()]).toMatchObject([403, { code: 'ACCESS_PERMISSION_MISSING' }])
  const operated = await operator.request(`/api/refurb-questions/${pen.id}`, { method: 'DELETE' })
  expect(operated.status).toBe(403)

  // What devices keep, and what a diagnosis of one of them leads to.
  const snapshot = await operator.request('/api/sync/snapshot', {
    method: 'POST',
    json: { protocol: 1, deviceId: queue.identity.deviceId, uncovered: [] },
  })
  const { config } = snapshotHeadSchema.parse(JSON.parse((await snapshot.text()).split('\n')[0]!))
  expect(config.productRefurbQuestions?.map(({ id }) => id)).toEqual([pen.id, hinge.id])
  expect(config.refurbQuestions?.map(({ label }) => label)).toEqual(before.map(([label]) => label))
  const [item] = await createItems(owner(), account(), 1, {
    status: 'item_refurb_diagnostic_in_progress',
    warehouse_id: account().warehouseId,
    stock_id: account().stocks.to_refurbish,
    facts: { diagnosis: { startedAtMs: 1, startedBy: queue.identity.userId, answers: [], finalizedAtMs: null } },
  })
  const asked = questionsOfProduct(config.refurbQuestions ?? [], config.productRefurbQuestions ?? [], productId)
  const answers = asked.map(({ id: questionId, type, answers: [first] }) => ({
    questionId,
    answerIds: type === 'unique' ? [first!.id] : [],
  }))
  const op = queue.operation(
    'finalizeRefurbDiagnosis',
    {
      itemId: item!.id,
      asked: asked.map(({ id, label, type, answers: all }) => ({ id, label, type, answers: [...all] })),
      answers,
      stockId: account().stocks.to_refurbish,
    },
    { v: 2, lanes: [`item:${item!.id}`] },
  )
  const headers = { authorization: `Bearer ${operator.user.grant!.token}` }
  const pushed = await api().request('/api/sync/push', { method: 'POST', json: queue.body([op]), headers })
  expect(((await pushed.json()) as { outcomes: readonly Outcome[] }).outcomes).toMatchObject([{ status: 'applied' }])
  const read = await operator.request(`/api/warehouse/items/${item!.id}`)
  const { facts } = (await read.json()) as { facts: ItemFacts }
  expect(facts.steps?.map(({ stepId }) => stepId)).toEqual([step.id])
  expect(facts.diagnosis?.answers.map(({ label }) => label).slice(-2)).toEqual(['Pen', 'Hinge'])
})
