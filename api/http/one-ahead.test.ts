import { expect, it } from 'vitest'
import { oneAhead } from './one-ahead.ts'

/** Three values, and what has been asked for so far. */
function source({ failsAt = Number.POSITIVE_INFINITY }: { readonly failsAt?: number } = {}) {
  const seen: string[] = []
  const values = (async function* () {
    try {
      for (const value of [1, 2, 3]) {
        seen.push(`asked ${value}`)
        if (value === failsAt) throw new Error(`no ${value}`)
        await Promise.resolve()
        yield value
      }
    } finally {
      seen.push('left')
    }
  })()
  return { seen, values }
}

it('asks for a value while the one before is worked on, and hands all over in order', async () => {
  const { seen, values } = source()
  for await (const value of oneAhead(values)) seen.push(`worked on ${value}`)
  expect(seen).toEqual(['asked 1', 'asked 2', 'worked on 1', 'asked 3', 'worked on 2', 'left', 'worked on 3'])
})

it('hands a failure over behind the values before it', async () => {
  const { seen, values } = source({ failsAt: 2 })
  const taken: number[] = []
  await expect(async () => {
    for await (const value of oneAhead(values)) taken.push(value)
  }).rejects.toThrow('no 2')
  expect({ taken, seen }).toEqual({ taken: [1], seen: ['asked 1', 'asked 2', 'left'] })
})

it('waits for what is asked for, and leaves its source, where it is left', async () => {
  const { seen, values } = source()
  for await (const value of oneAhead(values)) if (value === 1) break
  expect(seen).toEqual(['asked 1', 'asked 2', 'left'])
})
