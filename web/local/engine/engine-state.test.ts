import { expect, it, vi } from 'vitest'
import { createEngineState, keepStorage } from './engine-state.ts'

it('what the browser says of its storage is noted when it comes, and nothing waits for it (E4)', async () => {
  const state = createEngineState(true)
  const asked = Promise.withResolvers<boolean>()
  const told = vi.fn<() => void>()
  keepStorage(state, { persist: () => asked.promise }, told)
  expect([state.persisted, told.mock.calls.length]).toEqual([null, 0])
  asked.reject(new Error('the user looks away'))
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce())
  expect(state.persisted).toBe(false)
})
