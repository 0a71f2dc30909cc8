import { expect, it } from 'vitest'
import { joinWithDots } from './join-with-dots.ts'

it('facts stand on one line without those that are missing, and no line begins with a dot', () => {
  expect(joinWithDots(['Phone', null, 'Refused'])).toBe('Phone\u00a0· Refused')
  expect(joinWithDots(['Phone'])).toBe('Phone')
})
