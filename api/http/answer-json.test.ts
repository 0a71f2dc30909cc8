import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { answerJson } from './answer-json.ts'

const schema = z.object({
  'hydra:member': z.array(z.object({ id: z.int(), label: z.string() })),
  'hydra:totalItems': z.int().optional(),
})
const listOf = (count: number) => ({
  'hydra:member': Array.from({ length: count }, (_, at) => ({ id: at, label: `"$&" ${at}`, secret: 'x' })),
  'hydra:totalItems': count,
})

describe('an answer', () => {
  it.each([0, 3, 200, 201, 5_000])('of %i members says what its schema names, and nothing else', async (count) => {
    const answer = listOf(count)
    expect(await answerJson(answer, schema)).toBe(JSON.stringify(schema.parse(answer)))
  })

  it('that is long and does not fit its schema is no answer', async () => {
    const answer = listOf(1_000)
    await expect(answerJson({ ...answer, 'hydra:member': [...answer['hydra:member'], {}] }, schema)).rejects.toThrow()
  })

  it('that is long is written in turns with the work of others', async () => {
    let isWritten = false
    let turns = 0
    const others = (async () => {
      for (; !isWritten; turns++) await turn()
    })()
    await answerJson(listOf(100_000), schema)
    isWritten = true
    await others
    expect(turns).toBeGreaterThan(3)
  })
})
