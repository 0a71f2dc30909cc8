import { expect, it } from 'vitest'
import { dotted } from './dotted.ts'

it('facts stand on one line without those that are missing, and no line begins with a dot', () => {
  expect(dotted(['Phone', null, 'Refused'])).toBe('Phone\u00a0· Refused')
  expect(dotted(['Phone'])).toBe('Phone')
})
