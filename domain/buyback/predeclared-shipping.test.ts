import { describe, expect, it } from 'vitest'
import { predeclaredShipping } from './decide-sale.ts'

describe('the shipping method of what was predeclared', () => {
  const [first, second] = [{ id: 'first' }, { id: 'second' }]

  it('is the one that the web named', () => {
    expect(predeclaredShipping([first, second], 'second')).toBe(second)
  })

  it.each([null, undefined, 'given up'])('is the first one of today where the web named %s', (named) => {
    expect(predeclaredShipping([first, second], named)).toBe(first)
    expect(predeclaredShipping([], named)).toBeNull()
  })
})
