import { expect, it } from 'vitest'
import { maskEmail } from './mask-email.ts'

it.each([
  ['claire.martin@example.fr', 'c…@example.fr'],
  ['@example.fr', '…'],
  ['nobody', '…'],
])('%s is shown as %s', (address, masked) => expect(maskEmail(address)).toBe(masked))
