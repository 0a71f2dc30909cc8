import { describe, expect, it } from 'vitest'
import type { Author } from '#web/local/outbox/outbox-database.ts'
import type { PhotoRow } from './photo-database.ts'
import { itemRow } from '#tests/support/rows.ts'
import { refusedPhoto } from './refused-photo.ts'

const row: PhotoRow = {
  id: 'photo',
  state: 'refused',
  userId: 'anna',
  itemId: 'item',
  questionId: 'screen',
  sha256: '',
  sizeBytes: 1,
  type: 'image/jpeg',
  takenAtMs: 5,
  code: 'PHOTO_TRUNCATED',
}
const config = {
  questionnaires: [{ id: 'q', questions: [{ id: 'screen', title: 'Écran rayé ?', answers: [] }] }],
}
const person = (userId: string, userType: Author['userType']): Author => ({
  userId,
  accountId: 'account',
  name: userId,
  module: 'rps',
  userType,
  warehouseIds: ['w'],
})

describe('a refused photo', () => {
  const item = itemRow(1, { brand: 'Fairphone', productLabel: '5 256 Go', code: '20000001' })

  it('says of which product and question it is, and why it stays', () => {
    expect(refusedPhoto(row, item, config, person('anna', 'warehouse_operator'))).toEqual({
      id: 'photo',
      code: '20000001',
      product: 'Fairphone 5 256 Go',
      question: 'Écran rayé ?',
      takenAtMs: 5,
      reason: 'PHOTO_TRUNCATED',
      mayResolve: true,
    })
  })

  it('names the brand once', () => {
    const named = itemRow(1, { brand: 'Apple', productLabel: 'Apple iPhone 12' })
    expect(refusedPhoto(row, named, config, null).product).toBe('Apple iPhone 12')
  })

  it('is its author’s to settle, and that of who looks after the place of its product', () => {
    const may = (who: Author | null, of = item as typeof item | null) => refusedPhoto(row, of, config, who).mayResolve
    expect(may(person('ben', 'warehouse_operator'))).toBe(false)
    expect(may(person('ben', 'warehouse_manager'))).toBe(true)
    expect(may(person('ben', 'warehouse_manager'), null)).toBe(false)
    expect(may(person('anna', 'warehouse_operator'), null)).toBe(true)
    expect(may(null)).toBe(false)
  })

  it('of the product as a whole, or of an unknown question, names none', () => {
    const asked = (questionId: string | null) => refusedPhoto({ ...row, questionId }, null, config, null).question
    expect(asked(null)).toBeNull()
    expect(asked('gone')).toBeNull()
  })
})
