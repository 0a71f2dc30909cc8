import { expect, it } from 'vitest'
import { secondFactorPath } from './guard.ts'
import { createLeadToSecondFactor } from './lead-to-second-factor.ts'

function lead(paths: readonly string[], isReconnecting = false) {
  const done: string[] = []
  const left = [...paths]
  const go = createLeadToSecondFactor({
    pathname: () => left.shift()!,
    isReconnecting: () => isReconnecting,
    refresh: async () => void done.push('refresh'),
    askGuard: () => done.push('guard'),
  })
  return { go, done }
}

it('a call that is refused for want of a second factor reads the user again and asks the guard', async () => {
  const { go, done } = lead(['/clients', '/clients'])
  await go()
  expect(done).toEqual(['refresh', 'guard'])
})

it('nobody is led away from the set-up, whose recovery codes are shown once', async () => {
  const there = lead([secondFactorPath])
  await there.go()
  expect(there.done).toEqual([])
  const meanwhile = lead(['/clients', secondFactorPath])
  await meanwhile.go()
  expect(meanwhile.done).toEqual(['refresh'])
})

it('nobody is led away from a page above which the set-up is shown', async () => {
  const above = lead(['/clients'], true)
  await above.go()
  expect(above.done).toEqual([])
})
