import type { RefurbQuestionAnswer, RefurbStepAnswer } from '#sync/calls/refurb.ts'
import type { Config } from '#sync/wire/pull.ts'
import { contains, listRows, type ListedRows, type RowOrders } from '#web/staff/ui/list/list-rows.ts'
import type { ListState } from '#web/staff/ui/list/list-state.ts'

/** A refurb step of the list; its version is the server's alone. */
export type ListedStep = Omit<RefurbStepAnswer, 'version'> & { readonly version?: number }

/** A refurb question of the list; of how many products it was asked, and its version, the copy does not know. */
export type ListedQuestion = Omit<RefurbQuestionAnswer, 'version' | 'productCount'> & {
  readonly version?: number
  readonly productCount: number | null
}

type Refurb = Pick<Config, 'stocks' | 'warehouses' | 'refurbSteps' | 'refurbQuestions' | 'productRefurbQuestions'>

const stepOrders: RowOrders<ListedStep> = {
  columns: { name: ({ name }) => name, stock: ({ stockName }) => stockName },
  usual: [{ by: ({ name }) => name }],
  last: { by: ({ id }) => id },
}

/** The copy's refurb steps by the address of their list, as the server lists them. */
export function listSteps(
  { stocks, warehouses, refurbSteps = [], refurbQuestions = [], productRefurbQuestions = [] }: Refurb,
  state: ListState,
): ListedRows<ListedStep> {
  const stockOf = new Map(stocks.map((stock) => [stock.id, stock]))
  const warehouseNames = new Map(warehouses.map(({ id, name }) => [id, name]))
  const rows = refurbSteps.map(
    ({ id, name, description = null, stockId, costs, managerCancels = false }): ListedStep => {
      const stock = stockOf.get(stockId)
      const warehouseId = stock?.warehouseId ?? ''
      const questions = [...refurbQuestions, ...productRefurbQuestions].filter(({ answers }) =>
        answers.some(({ stepIds }) => stepIds.includes(id)),
      )
      return {
        id,
        name,
        description,
        stockId,
        stockName: stock?.name ?? '',
        warehouseId,
        warehouseName: warehouseNames.get(warehouseId) ?? '',
        costs: costs.toSorted((a, b) => (a.warehouseId < b.warehouseId ? -1 : 1)),
        managerCancels,
        questions: questions.map((question) => ({ id: question.id, label: question.label })),
      }
    },
  )
  const found = rows.filter(({ name, description, stockName }) =>
    [name, description, stockName].some((text) => contains(text, state.search)),
  )
  return listRows(found, state, stepOrders)
}

const questionOrders: RowOrders<ListedQuestion> = {
  columns: { position: ({ position }) => position, label: ({ label }) => label, type: ({ type }) => type },
  usual: [],
  last: { by: ({ position }) => position },
}

/** The copy's refurb questions by the address of their list, as the server lists them. */
export function listQuestions(
  { refurbSteps = [], refurbQuestions = [], productRefurbQuestions = [] }: Refurb,
  state: ListState,
  product?: string,
): ListedRows<ListedQuestion> {
  const asked =
    product === undefined ? refurbQuestions : productRefurbQuestions.filter(({ productId }) => productId === product)
  const stepNames = new Map(refurbSteps.map(({ id, name }) => [id, name]))
  const rows = asked.map(({ id, label, type, answers }, at): ListedQuestion => ({
    id,
    label,
    type,
    product: null,
    position: at + 1,
    answers: answers.map((answer) => ({
      id: answer.id,
      label: answer.label,
      steps: answer.stepIds.flatMap((stepId) => {
        const name = stepNames.get(stepId)
        return name === undefined ? [] : { id: stepId, name }
      }),
    })),
    productCount: null,
  }))
  return listRows(
    rows.filter(({ label }) => contains(label, state.search)),
    state,
    questionOrders,
  )
}
