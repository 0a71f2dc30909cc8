import { describe, expect, it } from 'vitest'
import { csvOf } from '#tests/support/csv-file.ts'
import { keepPlans } from './kept-plans.ts'
import { planImport } from './plan-import.ts'

const planOf = async (reference: string) => {
  const bytes = new TextEncoder().encode(csvOf([{ buyer_reference: reference, price_grade_a: '1.00' }]))
  const plan = await planImport(
    bytes,
    { content: 'products', strategy: 'recommerce' },
    { own: 'fr-FR', matching: {}, sheet: null },
  )
  if (!plan.ok) throw new Error(plan.error.code)
  return { file: plan.value, foreseen: null, isQuiet: false }
}
const key = (accountId: string, id = 'one') => ({ accountId, id })

describe('files that are kept while they are written', () => {
  it('are of an account, whatever ids others give', async () => {
    const [mine, theirs] = [await planOf('MINE'), await planOf('THEIRS')]
    const plans = keepPlans(5)
    plans.put(key('a'), mine)
    expect(plans.get(key('b'))).toBeUndefined()
    plans.put(key('b'), theirs)
    expect([plans.get(key('a')), plans.get(key('b'))]).toEqual([mine, theirs])
    plans.drop(key('b'))
    expect([plans.get(key('a')), plans.get(key('b'))]).toEqual([mine, undefined])
  })

  it('stay where another account has nothing more to do', async () => {
    const plan = await planOf('A')
    const plans = keepPlans(5)
    for (const each of [key('a'), key('a', 'two'), key('b')]) plans.put(each, plan)
    plans.dropAll('a')
    expect([key('a'), key('a', 'two'), key('b')].map((each) => plans.get(each))).toEqual([undefined, undefined, plan])
  })

  it('go by when they were used, so that those in turn stay', async () => {
    const plan = await planOf('A')
    const plans = keepPlans(3)
    for (const account of ['a', 'b', 'c']) plans.put(key(account), plan)
    plans.get(key('a'))
    plans.put(key('d'), plan)
    const there = ['a', 'b', 'c', 'd'].filter((account) => plans.get(key(account)) !== undefined)
    expect(there).toEqual(['a', 'c', 'd'])
  })
})
